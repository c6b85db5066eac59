/* Linear combinations: constant + sum of coefficient * term, over bit-vectors modulo 2^width and
 * over Int. Sums are taken apart, merged and put together again here, so a sum is a function of the
 * combination it denotes and not of the way it was written.
 *
 * ~x is -1 - x; the combination -1 - x is stored as ~x, which costs a circuit nothing. */
#include "term/internal.h"

#include <assert.h>
#include <string.h>

void linear_init(struct linear *l, sort s) {
    l->s = s;
    l->is_int = sort_kind_of(s) == SORT_INT;
    l->width = l->is_int ? 128 : sort_width(s);
    l->overflow = false;
    l->constant = 0;
    l->n = 0;
    l->capacity = sizeof l->some / sizeof *l->some;
    l->at = l->some;
}

void linear_release(struct linear *l) {
    if (l->at != l->some) free(l->at);
}

static u128 times(struct linear *l, u128 a, u128 b) {
    i128 r;
    if (l->is_int && !i128_mul((i128)a, (i128)b, &r)) l->overflow = true;
    return bits_cut(a * b, l->width);
}

static u128 plus(struct linear *l, u128 a, u128 b) {
    i128 r;
    if (l->is_int && !i128_add((i128)a, (i128)b, &r)) l->overflow = true;
    return bits_cut(a + b, l->width);
}

static void add_monomial(struct linear *l, term t, u128 coefficient, term whole) {
    if (l->n == l->capacity) {
        struct monomial *more = mem_alloc(2 * l->capacity * sizeof *more);
        memcpy(more, l->at, l->n * sizeof *more);
        linear_release(l);
        l->at = more;
        l->capacity *= 2;
    }
    l->at[l->n++] = (struct monomial){t, whole, bits_cut(coefficient, l->width)};
}

static void add_summand(struct linear *l, term t, u128 factor) {
    if (is_const(t)) l->constant = plus(l, l->constant, times(l, const_bits(t), factor));
    else if (is_scaled(t))
        add_monomial(l, arg(t, 1), times(l, const_bits(arg(t, 0)), factor), factor == 1 ? t : TERM_NONE);
    else if (is_op(t, OP_BV_NOT)) {
        l->constant = bits_cut(l->constant - factor, l->width);
        add_monomial(l, arg(t, 0), bits_cut(-factor, l->width), TERM_NONE);
    } else add_monomial(l, t, factor, TERM_NONE);
}

void linear_add(struct linear *l, term t, u128 factor) {
    assert(term_sort(t) == l->s);
    bool sum = is_op(t, OP_BV_ADD) || is_op(t, OP_INT_ADD);
    if (!sum || node_of(t)->arity > FLAT_MAX) add_summand(l, t, factor);
    else
        for (uint32_t i = 0; i < node_of(t)->arity; i++) add_summand(l, arg(t, i), factor);
}

void linear_scale(struct linear *l, u128 factor) {
    l->constant = times(l, l->constant, factor);
    for (uint32_t i = 0; i < l->n; i++) {
        l->at[i].coefficient = times(l, l->at[i].coefficient, factor);
        l->at[i].whole = TERM_NONE;
    }
}

static int by_term(const void *a, const void *b) {
    term x = ((const struct monomial *)a)->t, y = ((const struct monomial *)b)->t;
    return x < y ? -1 : x > y;
}

static void sort_monomials(struct linear *l) {
    if (l->n > 24) {
        qsort(l->at, l->n, sizeof *l->at, by_term);
        return;
    }
    for (uint32_t i = 1; i < l->n; i++) {
        struct monomial x = l->at[i];
        uint32_t j = i;
        for (; j && l->at[j - 1].t > x.t; j--) l->at[j] = l->at[j - 1];
        l->at[j] = x;
    }
}

void linear_normalize(struct linear *l) {
    sort_monomials(l);
    uint32_t n = 0;
    for (uint32_t i = 0; i < l->n;) {
        struct monomial x = l->at[i++];
        while (i < l->n && l->at[i].t == x.t) {
            x.coefficient = plus(l, x.coefficient, l->at[i++].coefficient);
            x.whole = TERM_NONE;
        }
        if (x.coefficient) l->at[n++] = x;
    }
    l->n = n;
}

static term linear_const(const struct linear *l, u128 c) { return term_const(l->s, value_from(c)); }

static term scaled(const struct linear *l, struct monomial x) {
    if (x.coefficient == 1) return x.t;
    if (x.whole) return x.whole;
    return make2(l->is_int ? OP_INT_MUL : OP_BV_MUL, l->s, linear_const(l, x.coefficient), x.t);
}

struct affine {
    const struct linear *l;
    u128 factor;
};

static term affine_leaf(term leaf, const void *context) {
    const struct affine *a = context;
    return linear_const(a->l, bits_cut(a->l->constant + a->factor * const_bits(leaf), a->l->width));
}

/* c + f * ite(b, c1, c2) is computed at the leaves. */
static term one_summand(struct linear *l) {
    struct monomial x = l->at[0];
    if (l->constant == 0 && x.coefficient == 1) return x.t;
    if (!l->is_int) {
        struct affine a = {l, x.coefficient};
        term r = ite_map_leaves(x.t, affine_leaf, &a);
        if (r) return r;
        bool minus_one = l->constant == bits_mask(l->width) && x.coefficient == bits_mask(l->width);
        /* In one bit -1 is 1, and x + 1 is the same as ~x. */
        if (minus_one) return make1(OP_BV_NOT, l->s, x.t);
    }
    if (l->constant == 0) return scaled(l, x);
    return make2(l->is_int ? OP_INT_ADD : OP_BV_ADD, l->s, linear_const(l, l->constant), scaled(l, x));
}

term linear_term(struct linear *l) {
    linear_normalize(l);
    assert(!l->overflow);
    if (l->n == 0) return linear_const(l, l->constant);
    if (l->n == 1) return one_summand(l);
    term_vec args = {0};
    VEC_RESERVE(&args, l->n + 1);
    if (l->constant) VEC_PUSH(&args, linear_const(l, l->constant));
    uint32_t first = args.n;
    for (uint32_t i = 0; i < l->n; i++) VEC_PUSH(&args, scaled(l, l->at[i]));
    terms_sort(args.at + first, args.n - first);
    term r = term_make(l->is_int ? OP_INT_ADD : OP_BV_ADD, l->s, args.at, args.n, 0, 0);
    VEC_RELEASE(&args);
    return r;
}

static term sum_n(const term *args, uint32_t n) {
    struct linear l;
    linear_init(&l, term_sort(args[0]));
    for (uint32_t i = 0; i < n; i++) linear_add(&l, args[i], 1);
    linear_normalize(&l);
    term r = l.overflow ? term_make(OP_INT_ADD, l.s, args, n, 0, 0) : linear_term(&l);
    linear_release(&l);
    return r;
}

static term sum2(term a, term b, u128 factor) {
    struct linear l;
    linear_init(&l, term_sort(a));
    linear_add(&l, a, 1);
    linear_add(&l, b, factor);
    linear_normalize(&l);
    term r = TERM_NONE;
    if (!l.overflow) r = linear_term(&l);
    linear_release(&l);
    return r;
}

static bool is_zero(term t) { return is_const(t) && const_bits(t) == 0; }

term term_bv_add(term a, term b) {
    assert(term_sort(a) == term_sort(b) && sort_kind_of(term_sort(a)) == SORT_BV);
    if (is_zero(a)) return b;
    if (is_zero(b)) return a;
    return sum2(a, b, 1);
}

term term_bv_sub(term a, term b) {
    assert(term_sort(a) == term_sort(b) && sort_kind_of(term_sort(a)) == SORT_BV);
    if (is_zero(b)) return a;
    return sum2(a, b, bits_mask(width_of(a)));
}

term term_bv_neg(term a) { return term_bv_sub(bv_const(width_of(a), 0), a); }

term term_int_add(term a, term b) {
    assert(term_sort(a) == sort_int() && term_sort(b) == sort_int());
    term r = sum2(a, b, 1);
    return r ? r : make2(OP_INT_ADD, sort_int(), a, b);
}

term term_int_sub(term a, term b) {
    assert(term_sort(a) == sort_int() && term_sort(b) == sort_int());
    term r = sum2(a, b, ~(u128)0);
    return r ? r : make2(OP_INT_ADD, sort_int(), a, make2(OP_INT_MUL, sort_int(), term_int(-1), b));
}

term term_sum(const term *args, uint32_t n) { return sum_n(args, n); }

/* constant * t, distributed over sums; TERM_NONE if an Int coefficient overflows. */
term term_scale(term constant, term t) {
    assert(term_is_const(constant));
    struct linear l;
    linear_init(&l, term_sort(t));
    linear_add(&l, t, const_bits(constant));
    linear_normalize(&l);
    term r = l.overflow ? TERM_NONE : linear_term(&l);
    linear_release(&l);
    return r;
}

bool terms_differ_by_constant(term a, term b, u128 *difference) {
    assert(term_sort(a) == term_sort(b));
    if (is_const(a) && is_const(b)) {
        *difference = bits_cut(const_bits(a) - const_bits(b), width_of(a));
        return true;
    }
    struct linear l;
    linear_init(&l, term_sort(a));
    linear_add(&l, a, 1);
    linear_add(&l, b, bits_mask(l.width));
    linear_normalize(&l);
    *difference = l.constant;
    bool same = l.n == 0 && !l.overflow;
    linear_release(&l);
    return same;
}
