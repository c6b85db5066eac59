/* Inequalities of bit-vectors, signed and unsigned by the same code. A comparison with a constant
 * is always c <= t or t <= c; comparisons that the range of t decides disappear, those with the
 * extreme values become equalities, and extensions are taken off. */
#include "term/internal.h"

#include <assert.h>

struct order {
    bool is_signed;
    uint32_t width;
};

static u128 least(struct order o) { return o.is_signed ? (u128)1 << (o.width - 1) : 0; }
static u128 greatest(struct order o) { return bits_cut(least(o) - 1, o.width); }

static bool bits_le(struct order o, u128 a, u128 b) {
    return o.is_signed ? bits_signed(a, o.width) <= bits_signed(b, o.width) : a <= b;
}

static term le(bool is_signed, term a, term b);

static term le_raw(bool is_signed, term a, term b) {
    return make2(is_signed ? OP_BV_SLE : OP_BV_ULE, sort_bool(), a, b);
}

/* ---- with a constant: `upper` is t <= c, else c <= t ---- */

struct bound {
    bool is_signed, upper;
    term c;
};

static term bound_leaf(term leaf, const void *context) {
    const struct bound *b = context;
    return b->upper ? le(b->is_signed, leaf, b->c) : le(b->is_signed, b->c, leaf);
}

static term bound_of(bool is_signed, bool upper, term t, u128 c) {
    term k = bv_const(width_of(t), c);
    return upper ? le(is_signed, t, k) : le(is_signed, k, t);
}

/* zext(x) against c: x against c as unsigned, unless c lies outside of x's range. */
static term bound_zext(struct order o, bool upper, term x, u128 c) {
    uint32_t n = width_of(x);
    if (o.is_signed && bits_sign(c, o.width)) return term_bool(!upper);
    if (c > bits_mask(n)) return term_bool(upper);
    return bound_of(false, upper, x, c);
}

/* sext(x) against c. Sign extension is monotone in both orders. */
static term bound_sext(struct order o, bool upper, term x, u128 c) {
    uint32_t n = width_of(x);
    if (bits_cut((u128)bits_signed(bits_cut(c, n), n), o.width) == c)
        return bound_of(o.is_signed, upper, x, c);
    if (o.is_signed) return term_bool(upper != bits_sign(c, o.width));
    /* c lies between the images of the non-negative and of the negative numbers. */
    u128 split = (u128)1 << (n - 1);
    return upper ? bound_of(false, true, x, split - 1) : bound_of(false, false, x, split);
}

static term bound_extreme(struct order o, bool upper, term t, u128 c) {
    assert(bits_cut(c, width_of(t)) == c);
    u128 low = least(o), high = greatest(o);
    uint32_t w = o.width;
    if (c == (upper ? high : low)) return term_true();
    if (c == (upper ? low : high)) return term_eq(bv_const(w, c), t);
    if (c == bits_cut(upper ? high - 1 : low + 1, w))
        return term_not(term_eq(bv_const(w, upper ? high : low), t));
    return TERM_NONE;
}

/* A cheap upper limit of t as an unsigned number. */
static u128 unsigned_limit(term t) {
    u128 all = bits_mask(width_of(t));
    switch (op_of(t)) {
    case OP_BV_ZEXT: return bits_mask(width_of(arg(t, 0)));
    case OP_BV_AND: return is_const(arg(t, 0)) ? const_bits(arg(t, 0)) : all;
    case OP_BV_UREM: return is_const(arg(t, 1)) && const_bits(arg(t, 1)) ? const_bits(arg(t, 1)) - 1 : all;
    case OP_BV_UDIV: return is_const(arg(t, 1)) && const_bits(arg(t, 1)) ? all / const_bits(arg(t, 1)) : all;
    default: return all;
    }
}

static term bound(struct order o, bool upper, term t, u128 c) {
    assert(bits_cut(c, width_of(t)) == c);
    term k = bv_const(o.width, c), r = bound_extreme(o, upper, t, c);
    if (r) return r;
    u128 limit = unsigned_limit(t);
    if (o.is_signed && !bits_sign(limit, o.width)) { /* t is not negative */
        if (bits_sign(c, o.width)) return term_bool(!upper);
        return bound_of(false, upper, t, c);
    }
    if (!o.is_signed && c >= limit && upper) return term_true();
    if (!o.is_signed && c > limit && !upper) return term_false();
    if (o.is_signed && c == (upper ? bits_mask(o.width) : 0)) {
        r = float_rules_sign(t, 4);
        if (r) return upper ? r : term_not(r);
    }
    switch (op_of(t)) {
    case OP_ITE: r = ite_map_chain(t, bound_leaf, &(struct bound){o.is_signed, upper, k}); break;
    case OP_BV_ZEXT: return bound_zext(o, upper, arg(t, 0), c);
    case OP_BV_SEXT: return bound_sext(o, upper, arg(t, 0), c);
    case OP_BV_NOT: return bound_of(o.is_signed, !upper, arg(t, 0), ~c);
    default: break;
    }
    if (r) return r;
    return upper ? le_raw(o.is_signed, t, k) : le_raw(o.is_signed, k, t);
}

/* ---- two terms ---- */

/* Takes the extension off both sides if that does not change the order. */
static bool strip_extensions(bool *is_signed, term *a, term *b) {
    assert(width_of(*a) == width_of(*b));
    if (op_of(*a) != op_of(*b) || (!is_op(*a, OP_BV_ZEXT) && !is_op(*a, OP_BV_SEXT))) return false;
    bool sign = is_op(*a, OP_BV_SEXT);
    term x = arg(*a, 0), y = arg(*b, 0);
    uint32_t m = width_of(x), n = width_of(y), w = m > n ? m : n;
    *a = sign ? term_sext(x, w) : term_zext(x, w);
    *b = sign ? term_sext(y, w) : term_zext(y, w);
    if (!sign) *is_signed = false;
    return true;
}

static struct order order_of(bool is_signed, term t) { return (struct order){is_signed, width_of(t)}; }

static term le(bool is_signed, term a, term b) {
    struct order o = order_of(is_signed, a);
    if (a == b) return term_true();
    if (is_const(a) && is_const(b)) return term_bool(bits_le(o, const_bits(a), const_bits(b)));
    if (is_const(b)) return bound(o, true, a, const_bits(b));
    if (is_const(a)) return bound(o, false, b, const_bits(a));
    if (strip_extensions(&is_signed, &a, &b)) return le(is_signed, a, b);
    if (is_op(a, OP_BV_NOT) && is_op(b, OP_BV_NOT)) return le(is_signed, arg(b, 0), arg(a, 0));
    return le_raw(is_signed, a, b);
}

static term lt(bool is_signed, term a, term b) {
    struct order o = order_of(is_signed, a);
    if (a == b) return term_false();
    if (is_const(b)) {
        if (const_bits(b) == least(o)) return term_false();
        return le(is_signed, a, bv_const(o.width, const_bits(b) - 1));
    }
    if (is_const(a)) {
        if (const_bits(a) == greatest(o)) return term_false();
        return le(is_signed, bv_const(o.width, const_bits(a) + 1), b);
    }
    if (strip_extensions(&is_signed, &a, &b)) return lt(is_signed, a, b);
    if (is_op(a, OP_BV_NOT) && is_op(b, OP_BV_NOT)) return lt(is_signed, arg(b, 0), arg(a, 0));
    return make2(is_signed ? OP_BV_SLT : OP_BV_ULT, sort_bool(), a, b);
}

static void check_pair(term a, term b) {
    assert(term_sort(a) == term_sort(b) && sort_kind_of(term_sort(a)) == SORT_BV);
    (void)a, (void)b;
}

term term_ule(term a, term b) { return check_pair(a, b), le(false, a, b); }
term term_ult(term a, term b) { return check_pair(a, b), lt(false, a, b); }
term term_sle(term a, term b) { return check_pair(a, b), le(true, a, b); }
term term_slt(term a, term b) { return check_pair(a, b), lt(true, a, b); }
