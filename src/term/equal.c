/* Equalities.
 *
 * Over bit-vectors a = b is decided on the combination a - b. Modulo 2^w an equation may be
 * multiplied by odd numbers; a common factor 2^k of all coefficients halves the ring k times: 2^k *
 * s = c says that the low k bits of c are 0 and that s = c / 2^k in the lowest w - k bits. The
 * result is written with positive coefficients on both sides, which is a function of the equation
 * alone. Inequalities are never treated so (compare.c): moving a term across would change where
 * they wrap around. */
#include "term/internal.h"

#include <assert.h>

static term eq_raw(term a, term b) {
    if (a == b) return term_true();
    bool swap = is_const(b) || (!is_const(a) && a > b);
    return swap ? make2(OP_EQ, sort_bool(), b, a) : make2(OP_EQ, sort_bool(), a, b);
}

static bool is_linear(term t) {
    return is_op(t, OP_BV_ADD) || is_op(t, OP_INT_ADD) || is_op(t, OP_BV_NOT) || is_scaled(t);
}

static term eq_leaf(term leaf, const void *context) { return term_eq(*(const term *)context, leaf); }

/* ---- a constant and something that is not linear ---- */

static term eq_const_slice(term c, term t) {
    u128 bits = const_bits(c);
    uint32_t w = width_of(t);
    term x = arg(t, 0);
    uint32_t n = width_of(x);
    if (is_op(t, OP_BV_ZEXT)) return bits > bits_mask(n) ? term_false() : term_eq(bv_const(n, bits), x);
    if (is_op(t, OP_BV_SEXT)) {
        bool fits = bits_cut((u128)bits_signed(bits_cut(bits, n), n), w) == bits;
        return fits ? term_eq(bv_const(n, bits), x) : term_false();
    }
    uint32_t low = width_of(arg(t, 1));
    term high = term_eq(bv_const(n, bits >> low), x);
    return high == term_false() ? high : term_and(high, term_eq(bv_const(low, bits), arg(t, 1)));
}

static term eq_const_bitwise(term c, term t) {
    u128 bits = const_bits(c), k = const_bits(arg(t, 0));
    uint32_t w = width_of(t);
    if (is_op(t, OP_BV_XOR)) return term_eq(bv_const(w, bits ^ k), arg(t, 1));
    if (is_op(t, OP_BV_AND) && (bits & ~k)) return term_false();
    if (is_op(t, OP_BV_OR) && (k & ~bits)) return term_false();
    /* One bit under the mask: which of the two is asked does not matter; ask for the bit itself. */
    if (is_op(t, OP_BV_AND) && bits_power_of_two(k)) {
        uint32_t at = bits_trailing_zeros(k);
        return term_eq(term_bv(1, bits != 0), term_extract(arg(t, 1), at, at));
    }
    return eq_raw(c, t);
}

static term eq_const(term c, term t) {
    assert(term_is_const(c) && term_sort(c) == term_sort(t));
    switch (op_of(t)) {
    case OP_ITE: {
        term r = ite_map_chain(t, eq_leaf, &c);
        return r ? r : eq_raw(c, t);
    }
    case OP_BV_ZEXT:
    case OP_BV_SEXT:
    case OP_BV_CONCAT: return eq_const_slice(c, t);
    case OP_BV_AND:
    case OP_BV_OR:
    case OP_BV_XOR: return is_const(arg(t, 0)) ? eq_const_bitwise(c, t) : eq_raw(c, t);
    default: return eq_raw(c, t);
    }
}

/* ---- two terms that are not linear ---- */

static term eq_extensions(term a, term b) {
    term x = arg(a, 0), y = arg(b, 0);
    uint32_t m = width_of(x), n = width_of(y);
    bool sign = is_op(a, OP_BV_SEXT);
    if (m < n) x = sign ? term_sext(x, n) : term_zext(x, n);
    if (n < m) y = sign ? term_sext(y, m) : term_zext(y, m);
    return term_eq(x, y);
}

/* a is a concatenation; b falls apart at the same place. */
static term eq_concat(term a, term b) {
    uint32_t w = width_of(a), low = width_of(arg(a, 1));
    bool apart = (is_op(b, OP_BV_CONCAT) && width_of(arg(b, 1)) == low) ||
                 (is_op(b, OP_BV_ZEXT) && width_of(arg(b, 0)) <= low);
    if (!apart) return TERM_NONE;
    term high = term_eq(arg(a, 0), term_extract(b, w - 1, low));
    return high == term_false() ? high : term_and(high, term_eq(arg(a, 1), term_extract(b, low - 1, 0)));
}

/* ite(c, b, x) = b is c or x = b; a chain of these is followed for a while. */
static term eq_ite(term ite, term b) {
    assert(term_op_of(ite) == OP_ITE && term_sort(ite) == term_sort(b));
    term some = term_false(), t = ite;
    for (uint32_t steps = 0; steps < ITE_TREE_MAX && is_op(t, OP_ITE); steps++) {
        if (arg(t, 1) == b) some = term_or(some, arg(t, 0)), t = arg(t, 2);
        else if (arg(t, 2) == b) some = term_or(some, term_not(arg(t, 0))), t = arg(t, 1);
        else break;
    }
    if (t == ite) return TERM_NONE;
    return term_or(some, is_op(t, OP_ITE) ? eq_raw(t, b) : term_eq(t, b));
}

static term eq_atoms(term a, term b) {
    if (a == b) return term_true();
    if (is_const(a)) return eq_const(a, b);
    if (is_const(b)) return eq_const(b, a);
    term r = TERM_NONE;
    if (op_of(a) == op_of(b) && (is_op(a, OP_BV_ZEXT) || is_op(a, OP_BV_SEXT))) return eq_extensions(a, b);
    if (is_op(a, OP_BV_CONCAT)) r = eq_concat(a, b);
    if (!r && is_op(b, OP_BV_CONCAT)) r = eq_concat(b, a);
    if (!r && is_op(a, OP_ITE)) r = eq_ite(a, b);
    if (!r && is_op(b, OP_ITE)) r = eq_ite(b, a);
    return r ? r : eq_raw(a, b);
}

/* ---- linear equations ---- */

static u128 magnitude(const struct linear *l, u128 c) {
    return bits_sign(c, l->width) ? bits_cut(-c, l->width) : c;
}
/* The number that is its own negative counts as positive. */
static bool negative(const struct linear *l, u128 c) {
    return bits_sign(c, l->width) && bits_cut(-c, l->width) != c;
}

static u128 gcd(u128 a, u128 b) {
    assert(a || b);
    while (b) {
        u128 r = a % b;
        a = b, b = r;
    }
    return a;
}

u128 linear_gcd(const struct linear *l) {
    u128 g = 0;
    for (uint32_t i = 0; i < l->n; i++) g = gcd(g, magnitude(l, l->at[i].coefficient));
    return g;
}

static u128 divide_exactly(const struct linear *l, u128 c, u128 g) {
    assert(g != 0);
    u128 q = magnitude(l, c) / g;
    return bits_sign(c, l->width) ? bits_cut(-q, l->width) : q;
}

static void divide_coefficients(struct linear *l, u128 g) {
    for (uint32_t i = 0; g > 1 && i < l->n; i++) {
        l->at[i].coefficient = divide_exactly(l, l->at[i].coefficient, g);
        l->at[i].whole = TERM_NONE;
    }
}

static void canonical_sign(struct linear *l) {
    for (uint32_t i = 0; i < l->n; i++) {
        u128 c = l->at[i].coefficient;
        if (c == bits_cut(-c, l->width)) continue;
        if (negative(l, c)) linear_scale(l, bits_mask(l->width));
        return;
    }
}

/* sum = 0 where 2^k divides all coefficients: an equation of w - k bits. */
static term eq_halved(struct linear *l, uint32_t k) {
    uint32_t w = l->width - k;
    if (bits_cut(l->constant, k)) return term_false();
    term_vec args = {0};
    VEC_PUSH(&args, bv_const(w, l->constant >> k));
    for (uint32_t i = 0; i < l->n; i++)
        VEC_PUSH(&args,
                 term_scale(bv_const(w, l->at[i].coefficient >> k), term_extract(l->at[i].t, w - 1, 0)));
    term r = term_eq(term_sum(args.at, args.n), bv_const(w, 0));
    VEC_RELEASE(&args);
    return r;
}

/* sum = 0 with canonical coefficients, written as positive part = negative part. */
static term eq_sides(struct linear *l) {
    struct linear left, right;
    linear_init(&left, l->s);
    linear_init(&right, l->s);
    for (uint32_t i = 0; i < l->n; i++) {
        bool minus = negative(l, l->at[i].coefficient);
        linear_add(minus ? &right : &left, l->at[i].t,
                   minus ? bits_cut(-l->at[i].coefficient, l->width) : l->at[i].coefficient);
    }
    if (right.n == 0 || negative(l, l->constant)) right.constant = bits_cut(-l->constant, l->width);
    else left.constant = l->constant;
    term a = linear_term(&left), b = linear_term(&right);
    linear_release(&left);
    linear_release(&right);
    return is_linear(a) || is_linear(b) ? eq_raw(a, b) : eq_atoms(a, b);
}

/* The only summand is brought to coefficient 1. */
static term eq_one(struct linear *l) {
    u128 c = bits_cut(-l->constant * bits_inverse(l->at[0].coefficient), l->width);
    term k = bv_const(l->width, c), t = l->at[0].t;
    return is_linear(t) ? eq_raw(k, t) : eq_const(k, t);
}

static term eq_combination_bv(struct linear *l) {
    u128 all = 0;
    for (uint32_t i = 0; i < l->n; i++) all |= l->at[i].coefficient;
    uint32_t k = bits_trailing_zeros(all);
    if (k) return eq_halved(l, k);
    if (l->n == 1) return eq_one(l);
    u128 g = linear_gcd(l);
    if (g > 1) {
        assert(g & 1);
        divide_coefficients(l, g);
        l->constant = bits_cut(l->constant * bits_inverse(g), l->width);
    }
    canonical_sign(l);
    return eq_sides(l);
}

static term eq_combination_int(struct linear *l) {
    u128 g = linear_gcd(l);
    if (magnitude(l, l->constant) % g) return term_false();
    divide_coefficients(l, g);
    l->constant = divide_exactly(l, l->constant, g);
    canonical_sign(l);
    return eq_sides(l);
}

static term eq_linear(term a, term b) {
    assert(term_sort(a) == term_sort(b));
    struct linear l;
    term r;
    linear_init(&l, term_sort(a));
    linear_add(&l, a, 1);
    linear_add(&l, b, bits_mask(l.width));
    linear_normalize(&l);
    if (l.overflow) r = eq_raw(a, b);
    else if (l.n == 0) r = term_bool(l.constant == 0);
    else r = l.is_int ? eq_combination_int(&l) : eq_combination_bv(&l);
    linear_release(&l);
    return r;
}

/* ---- Bool ---- */

static term eq_bool(term a, term b) {
    if (is_const(a)) return a == term_true() ? b : term_not(b);
    if (is_const(b)) return b == term_true() ? a : term_not(a);
    if (literal_complement(a) == b) return term_false();
    if (is_op(a, OP_NOT) && is_op(b, OP_NOT)) return term_eq(arg(a, 0), arg(b, 0));
    if (is_op(a, OP_NOT)) return term_not(term_eq(arg(a, 0), b));
    if (is_op(b, OP_NOT)) return term_not(term_eq(a, arg(b, 0)));
    return eq_raw(a, b);
}

/* Is the array a short chain of constant writes on a constant? */
static bool is_array_constant(term t) {
    uint32_t steps = 0;
    while (is_op(t, OP_STORE) && steps++ < 64 && is_const(arg(t, 1)) && is_const(arg(t, 2))) t = arg(t, 0);
    return is_op(t, OP_CONST_ARRAY) && is_const(arg(t, 0));
}

static term eq_arrays(term a, term b) {
    if (!is_array_constant(a) || !is_array_constant(b)) return eq_atoms(a, b);
    struct model m = {0};
    bool same = value_equal(term_sort(a), term_eval(&m, a), term_eval(&m, b));
    model_release(&m);
    return term_bool(same);
}

term term_eq(term a, term b) {
    assert(term_sort(a) == term_sort(b));
    if (a == b) return term_true();
    if (is_const(a) && is_const(b))
        return term_false(); /* hash-consed: different handles, different values */
    switch (sort_kind_of(term_sort(a))) {
    case SORT_BOOL: return eq_bool(a, b);
    case SORT_INT: return is_linear(a) || is_linear(b) ? eq_linear(a, b) : eq_atoms(a, b);
    case SORT_BV: return is_linear(a) || is_linear(b) ? eq_linear(a, b) : eq_atoms(a, b);
    case SORT_ARRAY: return eq_arrays(a, b);
    default: return eq_atoms(a, b);
    }
}

bool indices_distinct(term a, term b) {
    if (is_const(a) && is_const(b)) return a != b;
    enum sort_kind kind = sort_kind_of(term_sort(a));
    u128 difference;
    if (kind == SORT_BV || kind == SORT_INT)
        return terms_differ_by_constant(a, b, &difference) && difference != 0;
    return kind == SORT_BOOL && node_of(a)->negation == b;
}
