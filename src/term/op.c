/* What each operator means on values: SMT-LIB's semantics, in one place. */
#include "term/internal.h"

#include <assert.h>

static u128 udiv(u128 a, u128 b, uint32_t w) { return b ? a / b : bits_mask(w); }
static u128 urem(u128 a, u128 b) { return b ? a % b : a; }

/* bvsdiv and bvsrem are defined by the unsigned operations on magnitudes. */
static u128 absolute(u128 a, uint32_t w) { return bits_sign(a, w) ? bits_cut(-a, w) : a; }

static u128 sdiv(u128 a, u128 b, uint32_t w) {
    u128 q = udiv(absolute(a, w), absolute(b, w), w);
    return bits_sign(a, w) == bits_sign(b, w) ? q : -q;
}

static u128 srem(u128 a, u128 b, uint32_t w) {
    u128 r = urem(absolute(a, w), absolute(b, w));
    return bits_sign(a, w) ? -r : r;
}

static u128 ashr(u128 a, u128 b, uint32_t w) {
    uint32_t by = b >= w ? w - 1 : (uint32_t)b;
    u128 fill = bits_sign(a, w) ? ~(bits_mask(w) >> by) : 0;
    return a >> by | fill;
}

static u128 apply_bv(const struct op_site *s, const value *args) {
    uint32_t w = sort_width(s->operand);
    u128 a = value_bits(args[0]), b = s->n > 1 ? value_bits(args[1]) : 0, r = a;
    switch (s->op) {
    case OP_BV_ADD:
        for (uint32_t i = 1; i < s->n; i++) r += value_bits(args[i]);
        return r;
    case OP_BV_MUL: return a * b;
    case OP_BV_UDIV: return udiv(a, b, w);
    case OP_BV_UREM: return urem(a, b);
    case OP_BV_SDIV: return sdiv(a, b, w);
    case OP_BV_SREM: return srem(a, b, w);
    case OP_BV_AND: return a & b;
    case OP_BV_OR: return a | b;
    case OP_BV_XOR: return a ^ b;
    case OP_BV_NOT: return ~a;
    case OP_BV_SHL: return b >= w ? 0 : a << b;
    case OP_BV_LSHR: return b >= w ? 0 : a >> b;
    case OP_BV_ASHR: return ashr(a, b, w);
    case OP_BV_CONCAT: return a << (sort_width(s->result) - w) | b;
    case OP_BV_EXTRACT: return a >> s->p1;
    case OP_BV_ZEXT: return a;
    case OP_BV_SEXT: return (u128)bits_signed(a, w);
    case OP_BV_ULT: return a < b;
    case OP_BV_ULE: return a <= b;
    case OP_BV_SLT: return bits_signed(a, w) < bits_signed(b, w);
    case OP_BV_SLE: return bits_signed(a, w) <= bits_signed(b, w);
    default: fail_internal("operator %d is not one on bit-vectors", (int)s->op);
    }
}

/* The remainder is in 0 .. |b|-1. */
static i128 int_mod(i128 a, i128 b) {
    assert(b != 0);
    if (b == -1) return 0;
    i128 r = a % b;
    return r < 0 ? (b < 0 ? r - b : r + b) : r;
}

static bool int_div(i128 a, i128 b, i128 *r) {
    if (b == -1) return i128_mul(a, -1, r);
    i128 m = int_mod(a, b);
    /* a - m is a multiple of b but may leave 128 bits: divide a itself and correct. */
    *r = a / b;
    if (a % b != m) *r += b > 0 ? -1 : 1;
    return true;
}

static bool apply_int(const struct op_site *s, const value *args, value *v) {
    i128 a = (i128)value_bits(args[0]), b = s->n > 1 ? (i128)value_bits(args[1]) : 0, r = a;
    bool fits = true, determined = true;
    switch (s->op) {
    case OP_INT_ADD:
        for (uint32_t i = 1; i < s->n; i++) fits &= i128_add(r, (i128)value_bits(args[i]), &r);
        break;
    case OP_INT_MUL: fits = i128_mul(a, b, &r); break;
    case OP_INT_DIV:
        determined = b != 0;
        if (b) fits = int_div(a, b, &r);
        else r = 0;
        break;
    case OP_INT_MOD:
        determined = b != 0;
        if (b) r = int_mod(a, b);
        break;
    case OP_INT_LT: r = a < b; break;
    case OP_INT_LE: r = a <= b; break;
    default: fail_internal("operator %d is not one on integers", (int)s->op);
    }
    if (!fits) r = 0;
    *v = value_from((u128)r);
    return fits && determined;
}

static bool apply_core(const struct op_site *s, const value *args, value *v) {
    bool all = s->op == OP_AND;
    switch (s->op) {
    case OP_TRUE: *v = value_of(1); return true;
    case OP_FALSE: *v = value_of(0); return true;
    case OP_NOT: *v = value_of(!args[0].lo); return true;
    case OP_AND:
    case OP_OR:
        for (uint32_t i = 0; i < s->n; i++)
            if ((args[i].lo != 0) != all) {
                *v = value_of(!all);
                return true;
            }
        *v = value_of(all);
        return true;
    case OP_EQ: *v = value_of(value_equal(s->operand, args[0], args[1])); return true;
    case OP_ITE: *v = args[0].lo ? args[1] : args[2]; return true;
    case OP_SELECT: *v = array_value_select(args[0], args[1]); return true;
    case OP_STORE: *v = array_value_store(args[0], args[1], args[2]); return true;
    case OP_CONST_ARRAY: *v = array_value_const(args[0]); return true;
    default: fail_internal("operator %d has no value", (int)s->op);
    }
}

bool op_apply(const struct op_site *s, const value *args, value *r) {
    if (s->op >= OP_BV_ADD && s->op <= OP_BV_SLE) {
        bool relation = s->op >= OP_BV_ULT;
        *r = value_from(bits_cut(apply_bv(s, args), relation ? 1 : sort_width(s->result)));
        return true;
    }
    if (s->op >= OP_INT_ADD && s->op <= OP_INT_LE) return apply_int(s, args, r);
    if (s->op >= OP_FP_ADD) return op_apply_float(s, args, r);
    return apply_core(s, args, r);
}

term fold(enum term_op op, sort result, const term *args, uint32_t n, uint32_t p0, uint32_t p1) {
    value v[4], r;
    assert(n <= 4);
    for (uint32_t i = 0; i < n; i++) {
        if (!is_const(args[i])) return TERM_NONE;
        v[i] = term_value(args[i]);
    }
    struct op_site s = {op, result, term_sort(args[0]), n, p0, p1};
    return op_apply(&s, v, &r) ? term_const(result, r) : TERM_NONE;
}

value term_apply_op(term t, const value *args) {
    const struct node *x = node_of(t);
    uint32_t params = op_params((enum term_op)x->op);
    struct op_site s = {(enum term_op)x->op,
                        x->sort,
                        x->arity ? term_sort(arg(t, 0)) : x->sort,
                        x->arity,
                        params > 0 ? term_param(t, 0) : 0,
                        params > 1 ? term_param(t, 1) : 0};
    if (x->op == OP_CONST) return term_value(t);
    value r;
    bool determined = op_apply(&s, args, &r);
    if (!determined && (x->op == OP_INT_ADD || x->op == OP_INT_MUL))
        fail_internal("an integer needs more than 128 bits");
    return r;
}
