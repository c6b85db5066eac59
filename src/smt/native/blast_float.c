/* Floats as circuits: formats, unpacking, rounding, and the operators that compute nothing.
 *
 * Z3 decides floats by bit-blasting as well, but through bit-vector terms that its simplifier and
 * SAT solver see as one formula; here they become gates that are shared with everything else,
 * encoded lazily and decided by the SAT solver that the queries of IC3 use. The circuits follow
 * Brillout, Kroening and Wahl, "Mixed abstractions for floating-point arithmetic" (FMCAD 2009),
 * without the abstraction:
 *
 *   unpack     sign, biased exponent, significand with the hidden bit; a subnormal number keeps its
 *              leading zeros and has exponent 1, so that a sum or a product works on the pattern's
 *              own bits;
 *   operate    exactly, or with enough bits and a sticky one (blast_float_arith.c);
 *   normalize  a stage per power of two. A sum is shifted no further than to exponent 1, which
 *              makes a subnormal result come out by itself: it is always exact;
 *   round      to p bits; numbers below the normal ones are shifted right first. Exponent and
 *              fraction are one vector when the rounding bit is added: its carry makes the next
 *              binade, the least normal number or infinity of what it meets.
 *
 * The evaluator (term/op_float.c) is the authority where SMT-LIB leaves the result open. There are
 * two roundings in the term language: to nearest even, and towards zero for conversions to
 * integers.
 *
 * Limits: vectors have at most 128 bits, so precision is at most 64 (quadruple goes to Z3), and so
 * do the remainder, whose circuit has a row per difference of exponents, and fused multiply-add. */
#include "smt/native/blast_float.h"

#include <assert.h>

#include "util/fail.h"

enum { PRECISION_MAX = BV_MAX_WIDTH / 2, EXPONENT_MIN = 3 };

/* ---- vectors ---- */

edge float_any(const struct bits *a, uint32_t from, uint32_t to) {
    assert(to <= a->n);
    edge none = EDGE_TRUE;
    for (uint32_t i = from; i < to; i++) none = aig_and(none, edge_not(a->at[i]));
    return edge_not(none);
}

void float_resize(struct bits *r, uint32_t width) {
    assert(width <= BV_MAX_WIDTH);
    while (r->n < width) r->at[r->n++] = EDGE_FALSE;
    r->n = width;
}

void float_append(struct bits *r, uint32_t zeros) {
    assert(r->n + zeros <= BV_MAX_WIDTH);
    for (uint32_t i = r->n; i-- > 0;) r->at[i + zeros] = r->at[i];
    for (uint32_t i = 0; i < zeros; i++) r->at[i] = EDGE_FALSE;
    r->n += zeros;
}

static void constant(struct bits *r, uint32_t width, int64_t c) {
    bits_constant(r, width, (value){(uint64_t)c, c < 0 ? UINT64_MAX : 0});
}

void float_add_constant(struct bits *r, int64_t c) {
    struct bits k;
    constant(&k, r->n, c);
    bits_add(r, r, &k, EDGE_FALSE);
}

void float_subtract(struct bits *r, const struct bits *a, const struct bits *b) {
    struct bits inverted;
    bits_not(&inverted, b);
    bits_add(r, a, &inverted, EDGE_TRUE);
}

static edge all_ones(const struct bits *a, uint32_t from, uint32_t to) {
    edge r = EDGE_TRUE;
    for (uint32_t i = from; i < to; i++) r = aig_and(r, a->at[i]);
    return r;
}

/* ---- formats ---- */

struct format float_format(sort s) { return (struct format){sort_exponent(s), sort_significand(s)}; }

uint32_t float_bias(struct format f) { return (UINT32_C(1) << (f.exponent - 1)) - 1; }

/* Sums of two exponents, less the zeros that lead a vector (at most 128). */
uint32_t float_exponent_width(struct format f) { return (f.exponent > 8 ? f.exponent : 8) + 3; }

bool float_sort_supported(sort s) {
    return sort_exponent(s) >= EXPONENT_MIN && sort_significand(s) >= 3 &&
           sort_significand(s) <= PRECISION_MAX;
}

bool float_operator_supported(term t) {
    enum term_op op = term_op_of(t);
    if (op == OP_FP_REM || op == OP_FP_FMA) return false;
    if (op == OP_FP_TO_SBV || op == OP_FP_TO_UBV) /* a fixed-point number that holds both */
        return term_width(t) + sort_significand(term_sort(term_arg(t, 0))) - 1 <= BV_MAX_WIDTH;
    return op >= OP_FP_ADD;
}

/* ---- patterns ---- */

static edge is_nan(struct format f, const struct bits *x) {
    uint32_t fraction = f.precision - 1;
    return aig_and(all_ones(x, fraction, fraction + f.exponent), float_any(x, 0, fraction));
}

void float_canonical(sort s, struct bits *r) {
    struct format f = float_format(s);
    edge nan = is_nan(f, r), number = edge_not(nan);
    uint32_t top = f.precision - 2, sign = f.precision + f.exponent - 1;
    for (uint32_t i = 0; i < top; i++) r->at[i] = aig_and(number, r->at[i]);
    r->at[top] = aig_or(nan, r->at[top]);
    r->at[sign] = aig_and(number, r->at[sign]);
}

void float_unpack(struct format f, const struct bits *x, struct unpacked *u) {
    uint32_t fraction = f.precision - 1, end = fraction + f.exponent;
    assert(x->n == end + 1);
    edge some = float_any(x, 0, fraction), ones = all_ones(x, fraction, end);
    edge normal = float_any(x, fraction, end);
    u->sign = x->at[end];
    u->nan = aig_and(ones, some);
    u->inf = aig_and(ones, edge_not(some));
    u->zero = aig_and(edge_not(normal), edge_not(some));
    u->m = *x;
    u->m.n = f.precision;
    u->m.at[fraction] = normal;
    u->e.n = f.exponent;
    for (uint32_t i = 0; i < f.exponent; i++) u->e.at[i] = x->at[fraction + i];
    u->e.at[0] = aig_or(u->e.at[0], edge_not(normal));
    float_resize(&u->e, float_exponent_width(f));
}

static void pack_constant(struct format f, edge sign, bool ones, struct bits *r) {
    r->n = f.precision + f.exponent;
    for (uint32_t i = 0; i + 1 < r->n; i++) r->at[i] = ones && i >= f.precision - 1 ? EDGE_TRUE : EDGE_FALSE;
    r->at[r->n - 1] = sign;
}

void float_pack_inf(struct format f, edge sign, struct bits *r) { pack_constant(f, sign, true, r); }
void float_pack_zero(struct format f, edge sign, struct bits *r) { pack_constant(f, sign, false, r); }
void float_pack_nan(struct format f, struct bits *r) {
    float_pack_inf(f, EDGE_FALSE, r);
    r->at[f.precision - 2] = EDGE_TRUE;
}

/* ---- normalizing and rounding ---- */

static void shift_left_if(struct bits *m, edge c, uint32_t by) {
    for (uint32_t i = m->n; i-- > 0;) m->at[i] = aig_ite(c, i >= by ? m->at[i - by] : EDGE_FALSE, m->at[i]);
}

/* e := e - by if c */
static void reduce_if(struct bits *e, edge c, uint32_t by) {
    struct bits k;
    bits_constant(&k, e->n, value_of(0));
    for (uint32_t i = 0; i < e->n; i++)
        if (by >> i & 1) k.at[i] = c;
    float_subtract(e, e, &k);
}

void float_normalize(struct bits *m, struct bits *e, uint32_t most, bool limited) {
    struct bits bound;
    uint32_t stage = 1;
    while (2 * stage <= most) stage *= 2;
    for (; stage; stage /= 2) {
        if (stage >= m->n) continue;
        edge c = edge_not(float_any(m, m->n - stage, m->n));
        constant(&bound, e->n, stage);
        if (limited) c = aig_and(c, bits_less(&bound, e, true, false));
        shift_left_if(m, c, stage);
        reduce_if(e, c, stage);
    }
}

void float_shift_sticky(struct bits *m, const struct bits *amount) {
    for (uint32_t i = 0; i < amount->n; i++) {
        uint32_t by = i < 8 && UINT32_C(1) << i < m->n ? UINT32_C(1) << i : m->n;
        edge c = amount->at[i], lost = aig_and(c, float_any(m, 0, by));
        for (uint32_t k = 0; k < m->n; k++)
            m->at[k] = aig_ite(c, k + by < m->n ? m->at[k + by] : EDGE_FALSE, m->at[k]);
        m->at[0] = aig_or(m->at[0], lost);
    }
}

/* To the width given: the bits below that are one sticky bit. */
static void compress(struct bits *m, uint32_t width) {
    if (m->n < width) float_append(m, width - m->n);
    uint32_t drop = m->n - width;
    if (!drop) return;
    edge sticky = float_any(m, 0, drop + 1);
    for (uint32_t i = 0; i < width; i++) m->at[i] = m->at[i + drop];
    m->at[0] = sticky;
    m->n = width;
}

/* Shifts right to exponent 1 if e is below. */
static void denormalize(struct bits *m, const struct bits *e) {
    struct bits by, one, zero;
    constant(&one, e->n, 1);
    constant(&zero, e->n, 0);
    float_subtract(&by, &one, e);
    bits_ite(&by, bits_less(e, &one, true, false), &by, &zero);
    float_shift_sticky(m, &by);
}

void float_round(struct format f, edge sign, struct bits *m, const struct bits *e, bool underflow,
                 struct bits *r) {
    struct bits largest, inf, up;
    assert(e->n > f.exponent);
    compress(m, f.precision + 2);
    if (underflow) denormalize(m, e);
    edge normal = m->at[m->n - 1];
    r->n = f.precision + f.exponent;
    for (uint32_t i = 0; i < f.precision - 1; i++) r->at[i] = m->at[i + 2];
    for (uint32_t i = 0; i < f.exponent; i++) r->at[f.precision - 1 + i] = aig_and(normal, e->at[i]);
    r->at[r->n - 1] = EDGE_FALSE;
    constant(&up, r->n, 0);
    up.at[0] = aig_and(m->at[1], aig_or(m->at[0], m->at[2]));
    bits_add(r, r, &up, EDGE_FALSE);
    r->at[r->n - 1] = sign;
    constant(&largest, e->n, (int64_t)(UINT64_C(1) << f.exponent) - 1);
    float_pack_inf(f, sign, &inf);
    bits_ite(r, aig_and(normal, bits_less(&largest, e, true, true)), &inf, r);
}

/* ---- comparisons, tests, min and max ---- */

/* x < y or x <= y, neither being NaN. */
static edge ordered_less(struct format f, const struct bits *x, const struct bits *y, bool or_equal) {
    uint32_t sign = f.precision + f.exponent - 1;
    edge zeros = edge_not(aig_or(float_any(x, 0, sign), float_any(y, 0, sign)));
    edge xs = x->at[sign], ys = y->at[sign];
    struct bits a = *x, b = *y;
    a.n = b.n = sign;
    edge above = bits_less(&a, &b, false, or_equal), below = bits_less(&b, &a, false, or_equal);
    edge same = aig_ite(xs, below, above), r = aig_ite(aig_xor(xs, ys), xs, same);
    return aig_ite(zeros, or_equal ? EDGE_TRUE : EDGE_FALSE, r);
}

static edge either_nan(struct format f, const struct bits *x, const struct bits *y) {
    return aig_or(is_nan(f, x), is_nan(f, y));
}

static edge compare(enum term_op op, struct format f, const struct bits *x, const struct bits *y) {
    edge numbers = edge_not(either_nan(f, x, y));
    uint32_t sign = f.precision + f.exponent - 1;
    if (op != OP_FP_EQ) return aig_and(numbers, ordered_less(f, x, y, op == OP_FP_LE));
    edge zeros = edge_not(aig_or(float_any(x, 0, sign), float_any(y, 0, sign)));
    return aig_and(numbers, aig_or(zeros, bits_eq(x, y)));
}

static edge test(enum term_op op, struct format f, const struct bits *x) {
    struct unpacked u;
    float_unpack(f, x, &u);
    edge finite = edge_not(aig_or(u.nan, u.inf)), hidden = u.m.at[f.precision - 1];
    switch (op) {
    case OP_FP_IS_NAN: return u.nan;
    case OP_FP_IS_INF: return u.inf;
    case OP_FP_IS_ZERO: return u.zero;
    case OP_FP_IS_NORMAL: return aig_and(finite, hidden);
    case OP_FP_IS_SUBNORMAL: return aig_and(edge_not(hidden), edge_not(u.zero));
    default: assert(op == OP_FP_IS_NEG); return aig_and(u.sign, edge_not(u.nan));
    }
}

/* The number if the other is NaN; the second one of equal ones. */
static void min_max(bool max, struct format f, const struct bits *x, const struct bits *y, struct bits *r) {
    edge first = max ? ordered_less(f, y, x, false) : ordered_less(f, x, y, false);
    edge x_nan = is_nan(f, x), y_nan = is_nan(f, y);
    bits_ite(r, aig_ite(x_nan, EDGE_FALSE, aig_or(y_nan, first)), x, y);
}

/* ---- all operators ---- */

static void set_sign(struct bits *r, edge sign) { r->at[r->n - 1] = sign; }

static void negate(struct format f, struct bits *r) {
    set_sign(r, aig_and(edge_not(is_nan(f, r)), edge_not(r->at[r->n - 1])));
}

static void convert(term t, const struct bits *a, struct bits *r) {
    sort from = term_sort(term_arg(t, 0)), to = term_sort(t);
    enum term_op op = term_op_of(t);
    switch (op) {
    case OP_FP_FROM_BITS: *r = *a, float_canonical(to, r); return;
    case OP_FP_TO_BITS: *r = *a; return;
    case OP_FP_FROM_FP: float_from_float(float_format(from), float_format(to), a, r); return;
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV: float_from_integer(float_format(to), a, op == OP_FP_FROM_SBV, r); return;
    default: float_to_integer(float_format(from), a, op == OP_FP_TO_SBV, sort_width(to), r);
    }
}

static void arithmetic(enum term_op op, struct format f, const struct bits *a, const struct bits *b,
                       struct bits *r) {
    switch (op) {
    case OP_FP_ADD: float_add(f, a, b, r); return;
    case OP_FP_SUB:
        *r = *b, negate(f, r);
        struct bits minus = *r;
        float_add(f, a, &minus, r);
        return;
    case OP_FP_MUL: float_mul(f, a, b, r); return;
    case OP_FP_DIV: float_div(f, a, b, r); return;
    case OP_FP_NEG: *r = *a, negate(f, r); return;
    case OP_FP_ABS: *r = *a, set_sign(r, EDGE_FALSE); return;
    case OP_FP_SQRT: float_sqrt(f, a, r); return;
    case OP_FP_RINT: float_rint(f, a, r); return;
    default:
        if (op != OP_FP_MIN && op != OP_FP_MAX) fail_internal("float operator %d cannot be blasted", (int)op);
        min_max(op == OP_FP_MAX, f, a, b, r);
    }
}

static bool blasted;

bool float_was_blasted(void) { return blasted; }

void float_blast(term t, const struct bits *a, const struct bits *b, struct bits *r) {
    enum term_op op = term_op_of(t);
    blasted = true;
    assert(r != a && r != b);
    if (op >= OP_FP_FROM_BITS) {
        convert(t, a, r);
        return;
    }
    struct format f = float_format(term_sort(term_arg(t, 0)));
    if (op < OP_FP_LT) {
        arithmetic(op, f, a, b, r);
        return;
    }
    r->n = 1;
    r->at[0] = op <= OP_FP_EQ ? compare(op, f, a, b) : test(op, f, a);
}
