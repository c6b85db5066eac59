/* Which sums do not wrap, and what the literals say as inequalities.
 *
 * Every term has a range as an unsigned number. A sum c1 x1 + .. + k has, besides, the integer V
 * that the same sum is without wrapping, with the coefficients as signed numbers; it is
 * V - q 2^w for some whole q. Where ranges leave one q only, V - q 2^w is the exact form:
 *
 *     s in [b, b + 2^28]                 s - b = V, because 0 <= V <= 2^28
 *     s - b <= n with n <= 2^28          makes s in [b, b + 2^28] to begin with
 *
 * Ranges are made narrower by the literals, a few times round, then literals become rows. */
#include <assert.h>

#include "smt/linear/linear.h"
#include "util/hash.h"

enum { ROUNDS = 5, MAX_RANGES = 400 };

struct ranges {
    VEC(struct linear_range) all;
    struct int_map of; /* term -> index into `all` and 1 */
    bool empty;        /* of one, nothing is left */
    linear_why why;    /* of that */
};

static i128 power(uint32_t n) { return (i128)1 << n; }

static bool is_word(term t) { return sort_kind_of(term_sort(t)) == SORT_BV && term_width(t) <= 64; }

static i128 number(term constant) { return (i128)term_value(constant).lo; }

static i128 signed_number(term constant) {
    return bits_signed(u128_of(term_value(constant).lo, 0), term_width(constant));
}

static i128 floor_div(i128 a, i128 b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

/* ---- ranges ---- */

static struct linear_range *range_of(struct ranges *r, term t) {
    bool added;
    assert(is_word(t));
    uint64_t *at = int_map_put(&r->of, t, &added);
    if (added) {
        struct linear_range all = {t, 0, power(term_width(t)) - 1, 0};
        if (term_is_const(t)) all.lo = all.hi = number(t);
        VEC_PUSH(&r->all, all);
        *at = r->all.n;
    }
    return &r->all.at[*at - 1];
}

static void narrow(struct ranges *r, term t, i128 lo, i128 hi, linear_why why) {
    struct linear_range *k = range_of(r, t);
    if (lo <= k->lo && hi >= k->hi) return;
    if (lo > k->lo) k->lo = lo;
    if (hi < k->hi) k->hi = hi;
    k->why |= why;
    if (k->lo <= k->hi || r->empty) return;
    r->empty = true;
    r->why = k->why;
}

/* ---- forms ---- */

static bool exact_form(struct ranges *r, term t, bool is_signed, struct linear_form *f, linear_why *why);

static struct linear_form itself(term t) {
    struct linear_form f = {.n = 1};
    f.at[0].t = t;
    f.at[0].coef = 1;
    return f;
}

/* The summands of a sum without wrapping. */
static bool add_summand(struct ranges *r, struct linear_form *v, term part, i128 by, linear_why *why) {
    struct linear_form inner;
    if (term_op_of(part) == OP_BV_MUL && term_is_const(term_arg(part, 0))) {
        i128 c;
        if (!i128_mul(by, signed_number(term_arg(part, 0)), &c)) return false;
        return add_summand(r, v, term_arg(part, 1), c, why);
    }
    if (term_is_const(part)) {
        i128 k;
        return i128_mul(by, signed_number(part), &k) && i128_add(v->k, k, &v->k);
    }
    return exact_form(r, part, false, &inner, why) && linear_form_add(v, &inner, by);
}

static bool is_sum(term t) {
    enum term_op op = term_op_of(t);
    return op == OP_BV_ADD || op == OP_BV_NOT || (op == OP_BV_MUL && term_is_const(term_arg(t, 0)));
}

/* V, and false if it has too many terms. */
static bool unwrapped(struct ranges *r, term t, struct linear_form *v, linear_why *why) {
    *v = (struct linear_form){0};
    if (term_op_of(t) == OP_BV_NOT) {
        v->k = -1;
        return add_summand(r, v, term_arg(t, 0), -1, why);
    }
    if (term_op_of(t) == OP_BV_MUL) return add_summand(r, v, t, 1, why);
    for (uint32_t i = 0; i < term_arity(t); i++)
        if (!add_summand(r, v, term_arg(t, i), 1, why)) return false;
    return true;
}

/* The bounds of a form by the ranges. */
static bool form_range(struct ranges *r, const struct linear_form *f, i128 *lo, i128 *hi, linear_why *why) {
    *lo = *hi = f->k;
    for (uint32_t i = 0; i < f->n; i++) {
        const struct linear_range *k = range_of(r, f->at[i].t);
        i128 c = f->at[i].coef, a, b;
        if (!i128_mul(c, c > 0 ? k->lo : k->hi, &a) || !i128_mul(c, c > 0 ? k->hi : k->lo, &b)) return false;
        if (!i128_add(*lo, a, lo) || !i128_add(*hi, b, hi)) return false;
        *why |= k->why;
    }
    return true;
}

/* The only q for which V - q 2^w may be in [lo, hi]. */
static bool only_wrap(i128 vlo, i128 vhi, i128 lo, i128 hi, i128 size, i128 *q) {
    i128 first = floor_div(vlo - hi + size - 1, size), last = floor_div(vhi - lo, size);
    *q = first;
    return first == last;
}

/* t as a number, signed or not, as a form that is exact. */
static bool exact_sum(struct ranges *r, term t, bool is_signed, struct linear_form *f, linear_why *why) {
    i128 size = power(term_width(t)), vlo, vhi, q;
    if (!unwrapped(r, t, f, why) || !form_range(r, f, &vlo, &vhi, why)) return false;
    const struct linear_range *k = range_of(r, t);
    i128 lo = k->lo, hi = k->hi;
    if (is_signed && lo < size / 2 && hi >= size / 2) lo = -(size / 2), hi = size / 2 - 1;
    else if (is_signed && lo >= size / 2) lo -= size, hi -= size;
    *why |= k->why;
    if (!only_wrap(vlo, vhi, lo, hi, size, &q)) return false;
    f->k -= q * size;
    return true;
}

/* Any other term: its range tells the sign. */
static bool exact_leaf(struct ranges *r, term t, bool is_signed, struct linear_form *f, linear_why *why) {
    const struct linear_range *k = range_of(r, t);
    i128 half = power(term_width(t) - 1);
    *f = itself(t);
    if (!is_signed) return true;
    *why |= k->why;
    if (k->lo >= half) f->k = -2 * half;
    return k->hi < half || k->lo >= half;
}

static bool exact_form(struct ranges *r, term t, bool is_signed, struct linear_form *f, linear_why *why) {
    *f = (struct linear_form){0};
    if (term_is_const(t)) {
        f->k = is_signed ? signed_number(t) : number(t);
        return true;
    }
    if (is_sum(t)) {
        linear_why mine = 0;
        bool exact = exact_sum(r, t, is_signed, f, &mine);
        if (exact) *why |= mine;
        return exact || exact_leaf(r, t, is_signed, f, why);
    }
    if (term_op_of(t) == OP_BV_ZEXT) return exact_form(r, term_arg(t, 0), false, f, why);
    if (term_op_of(t) == OP_BV_SEXT) {
        linear_why mine = 0;
        bool exact = exact_form(r, term_arg(t, 0), true, f, &mine);
        const struct linear_range *k = range_of(r, term_arg(t, 0));
        exact = exact && (is_signed || k->hi < power(term_width(term_arg(t, 0)) - 1));
        if (exact) *why |= mine | k->why;
        return exact || exact_leaf(r, t, is_signed, f, why);
    }
    return exact_leaf(r, t, is_signed, f, why);
}

/* ---- narrower and narrower ---- */

/* x + k in [lo, hi] says where x is, unless that goes round. */
static void narrow_summand(struct ranges *r, term t) {
    const struct linear_range *k = range_of(r, t);
    i128 size = power(term_width(t)), lo = k->lo, hi = k->hi;
    linear_why why = k->why;
    bool single = term_op_of(t) == OP_BV_ADD && term_arity(t) == 2 && term_is_const(term_arg(t, 0)) &&
                  !is_sum(term_arg(t, 1));
    if (!single || hi - lo >= size - 1) return;
    i128 c = number(term_arg(t, 0));
    i128 first = lo >= c ? lo - c : lo - c + size, last = hi >= c ? hi - c : hi - c + size;
    if (first <= last) narrow(r, term_arg(t, 1), first, last, why);
}

/* What the summands, or the argument of an extension, say of the whole. */
static void narrow_by_parts(struct ranges *r, term t) {
    struct linear_form f;
    linear_why why = 0;
    i128 lo, hi;
    bool extended = term_op_of(t) == OP_BV_ZEXT || term_op_of(t) == OP_BV_SEXT;
    if (!is_sum(t) && !extended) return;
    if (!exact_form(r, t, false, &f, &why) || (f.n == 1 && f.at[0].t == t)) return;
    if (form_range(r, &f, &lo, &hi, &why)) narrow(r, t, lo, hi, why);
}

/* As a signed number; false if the range is of both signs, and then all signed numbers are
 * meant. */
static bool signed_range(struct ranges *r, term t, i128 *lo, i128 *hi, linear_why *why) {
    i128 half = power(term_width(t) - 1);
    const struct linear_range *k = range_of(r, t);
    bool below = k->hi < half, above = k->lo >= half;
    *lo = below ? k->lo : above ? k->lo - 2 * half : -half;
    *hi = below ? k->hi : above ? k->hi - 2 * half : half - 1;
    if (below || above) *why |= k->why;
    return below || above;
}

/* t is in [lo, hi] as a signed number. */
static void narrow_signed(struct ranges *r, term t, i128 lo, i128 hi, linear_why why) {
    i128 half = power(term_width(t) - 1), from, to;
    if (signed_range(r, t, &from, &to, &why)) {
        if (from >= 0) narrow(r, t, lo, hi, why);
        else narrow(r, t, lo + 2 * half, hi + 2 * half, why);
    } else if (lo >= 0) {
        narrow(r, t, lo, hi, why);
    } else if (hi < 0) {
        narrow(r, t, lo + 2 * half, hi + 2 * half, why);
    }
}

static void narrow_by_order(struct ranges *r, const struct linear_literal *l, i128 strict, bool is_signed) {
    term a = term_arg(l->t, 0), b = term_arg(l->t, 1);
    linear_why wa = l->why, wb = l->why;
    i128 alo, ahi, blo, bhi;
    if (is_signed) {
        signed_range(r, a, &alo, &ahi, &wa);
        signed_range(r, b, &blo, &bhi, &wb);
        narrow_signed(r, a, -power(term_width(a) - 1), bhi - strict, wb);
        narrow_signed(r, b, alo + strict, power(term_width(b) - 1) - 1, wa);
        return;
    }
    const struct linear_range *x = range_of(r, a);
    alo = x->lo, wa |= x->why;
    const struct linear_range *y = range_of(r, b);
    bhi = y->hi, wb |= y->why;
    narrow(r, a, 0, bhi - strict, wb);
    narrow(r, b, alo + strict, power(term_width(b)) - 1, wa);
}

static void narrow_by_equation(struct ranges *r, const struct linear_literal *l) {
    term a = term_arg(l->t, 0), b = term_arg(l->t, 1);
    struct linear_range x = *range_of(r, a), y = *range_of(r, b);
    narrow(r, a, y.lo, y.hi, l->why | y.why);
    narrow(r, b, x.lo, x.hi, l->why | x.why);
}

/* The ends of a range may be what a term is not. */
static void narrow_by_difference(struct ranges *r, const struct linear_literal *l) {
    term c = term_arg(term_arg(l->t, 0), 0), t = term_arg(term_arg(l->t, 0), 1);
    if (!term_is_const(c)) return;
    struct linear_range k = *range_of(r, t);
    if (k.lo == number(c)) narrow(r, t, k.lo + 1, k.hi, l->why);
    if (k.hi == number(c)) narrow(r, t, k.lo, k.hi - 1, l->why);
}

static bool compares_words(term t) { return term_arity(t) == 2 && is_word(term_arg(t, 0)); }

static void narrow_by(struct ranges *r, const struct linear_literal *l) {
    enum term_op op = term_op_of(l->t);
    if (op == OP_NOT && term_op_of(term_arg(l->t, 0)) == OP_EQ && compares_words(term_arg(l->t, 0)))
        narrow_by_difference(r, l);
    if (!compares_words(l->t)) return;
    if (op == OP_EQ) narrow_by_equation(r, l);
    if (op == OP_BV_ULE || op == OP_BV_ULT) narrow_by_order(r, l, op == OP_BV_ULT, false);
    if (op == OP_BV_SLE || op == OP_BV_SLT) narrow_by_order(r, l, op == OP_BV_SLT, true);
}

static void narrow_all(struct ranges *r, const linear_literals *literals) {
    for (uint32_t round = 0; round < ROUNDS && !r->empty; round++) {
        for (uint32_t i = 0; i < literals->n && !r->empty; i++) narrow_by(r, &literals->at[i]);
        for (uint32_t i = 0; i < r->all.n && i < MAX_RANGES && !r->empty; i++) {
            narrow_summand(r, r->all.at[i].t);
            narrow_by_parts(r, r->all.at[i].t);
        }
    }
}

/* ---- rows ---- */

/* a - b + strict <= 0 */
static void add_order(struct ranges *r, const struct linear_literal *l, i128 strict, bool is_signed,
                      bool turned, linear_rows *rows) {
    term a = term_arg(l->t, turned), b = term_arg(l->t, !turned);
    struct linear_row row = {.why = l->why};
    struct linear_form other;
    if (!exact_form(r, a, is_signed, &row.f, &row.why) || !exact_form(r, b, is_signed, &other, &row.why))
        return;
    if (!linear_form_add(&row.f, &other, -1) || !i128_add(row.f.k, strict, &row.f.k)) return;
    VEC_PUSH(rows, row);
}

static void add_literal(struct ranges *r, const struct linear_literal *l, linear_rows *rows) {
    if (!compares_words(l->t)) return;
    switch (term_op_of(l->t)) {
    case OP_EQ:
        add_order(r, l, 0, false, false, rows);
        add_order(r, l, 0, false, true, rows);
        break;
    case OP_BV_ULE: add_order(r, l, 0, false, false, rows); break;
    case OP_BV_ULT: add_order(r, l, 1, false, false, rows); break;
    case OP_BV_SLE: add_order(r, l, 0, true, false, rows); break;
    case OP_BV_SLT: add_order(r, l, 1, true, false, rows); break;
    default: break;
    }
}

/* lo <= t <= hi, with the exact form of t. */
static void add_range(struct ranges *r, const struct linear_range *k, linear_rows *rows) {
    struct linear_row above = {.why = k->why}, below = {.why = k->why};
    struct linear_form f, bound = {.k = 1};
    if (term_is_const(k->t) || !exact_form(r, k->t, false, &f, &above.why)) return;
    below.why = above.why;
    if (linear_form_add(&above.f, &f, 1) && linear_form_add(&above.f, &bound, -k->hi)) VEC_PUSH(rows, above);
    if (linear_form_add(&below.f, &f, -1) && linear_form_add(&below.f, &bound, k->lo)) VEC_PUSH(rows, below);
}

/* The upper bits of x: 2^k e <= x <= 2^k e + 2^k - 1. */
static void add_upper_bits(struct ranges *r, term e, linear_rows *rows) {
    if (term_op_of(e) != OP_BV_EXTRACT) return;
    term x = term_arg(e, 0);
    uint32_t low = term_param(e, 1);
    if (!is_word(x) || !low || term_param(e, 0) != term_width(x) - 1) return;
    struct linear_row above = {0}, below = {0};
    struct linear_form f, bits = itself(e);
    if (!exact_form(r, x, false, &f, &above.why)) return;
    below.why = above.why;
    above.f.k = 1 - power(low); /* x - 2^k e - (2^k - 1) <= 0 */
    if (linear_form_add(&above.f, &f, 1) && linear_form_add(&above.f, &bits, -power(low)))
        VEC_PUSH(rows, above);
    if (linear_form_add(&below.f, &f, -1) && linear_form_add(&below.f, &bits, power(low)))
        VEC_PUSH(rows, below);
}

bool linear_translate(const linear_literals *literals, linear_rows *rows, linear_why *why) {
    struct ranges r = {0};
    narrow_all(&r, literals);
    for (uint32_t i = 0; i < literals->n && !r.empty; i++) add_literal(&r, &literals->at[i], rows);
    for (uint32_t i = 0; i < r.all.n && i < MAX_RANGES && !r.empty; i++) {
        struct linear_range k = r.all.at[i];
        add_range(&r, &k, rows);
        add_upper_bits(&r, k.t, rows);
    }
    bool empty = r.empty;
    if (empty) *why = r.why;
    VEC_RELEASE(&r.all);
    int_map_release(&r.of);
    return empty;
}
