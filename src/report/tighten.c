/* Facts at a place, tightened for people.
 *
 * An engine finds what it needs, one clause at a time:
 *
 *     q.len == 0 || q.len - 1 <= 16,   q.len == 16 || q.len + 1 <= 16      that is    q.len <= 16
 *     r.tail <= 7,  (r.tail & 0xfffffff8) == 0,  r.tail % 8 == r.tail      that is    r.tail <= 7
 *
 * 1. Ranges. The facts about one variable x alone that compare x + c, the upper bits of x, or x
 *    itself with constants can change their truth at few values of x only. They are evaluated at
 *    these, which gives the set of values for which all of them hold. If that set is one interval
 *    (of signed numbers where C says that x is signed), the range takes their place.
 * 2. What follows. If x < 2^k is known, x is replaced by k bits with zeros above; facts that become
 *    true by simplification alone follow from the range, and go.
 * 3. An unsigned comparison x <= y of signed variables, of which y is never negative, is
 *    0 <= x && x <= y.
 *
 * Each step keeps the conjunction as it is, so what was inductive together still is. Limits: sets
 * of several intervals stay as they were found, and so does what relates two variables. */
#include "report/tighten.h"

#include <assert.h>
#include <stdlib.h>

#include "util/bits.h"

enum { MAX_POINTS = 64, MAX_FACTS = 400, MAX_FACT_SIZE = 200 };

struct tightening {
    term_vec *facts;
    enum c_kind (*kind_of)(void *context, term var);
    void *context;
};

static u128 constant(term t) {
    value v = term_value(t);
    return (u128)v.hi << 64 | v.lo;
}

static bool is_number(term t) { return term_is_const(t) && sort_kind_of(term_sort(t)) == SORT_BV; }

/* ---- where the truth of a fact may change ---- */

typedef VEC(u128) points;

static void add_point(points *p, u128 at, uint32_t w) { VEC_PUSH(p, bits_cut(at, w)); }

/* x, x + c, or x without its lowest bits, compared with d. */
static bool side_points(term side, term x, u128 d, points *p) {
    uint32_t w = term_width(x), low = 0;
    u128 shift = 0;
    if (term_op_of(side) == OP_BV_ADD && term_arity(side) == 2) {
        uint32_t k = is_number(term_arg(side, 0)) ? 0 : 1;
        if (!is_number(term_arg(side, k))) return false;
        shift = constant(term_arg(side, k));
        side = term_arg(side, 1 - k);
    } else if (term_op_of(side) == OP_BV_EXTRACT && term_param(side, 0) == w - 1) {
        low = term_param(side, 1);
        side = term_arg(side, 0);
        d <<= low;
    } else if (term_op_of(side) == OP_BV_AND && term_arity(side) == 2) {
        uint32_t k = is_number(term_arg(side, 0)) ? 0 : 1;
        u128 mask = is_number(term_arg(side, k)) ? constant(term_arg(side, k)) : 0;
        while (low < w && !(mask >> low & 1)) low++;
        d &= ~(((u128)1 << low) - 1);
        if (low == w || mask != (bits_mask(w) & ~bits_mask(low))) return false;
        side = term_arg(side, 1 - k);
    }
    if (side != x) return false;
    u128 step = (u128)1 << low, sign = (u128)1 << (w - 1);
    add_point(p, -shift, w);
    add_point(p, sign - shift, w);
    add_point(p, d - shift, w);
    add_point(p, d + step - shift, w);
    return true;
}

/* False if the fact is none of those that are understood. */
static bool fact_points(term t, term x, points *p) {
    switch (term_op_of(t)) {
    case OP_NOT:
    case OP_AND:
    case OP_OR:
        for (uint32_t i = 0; i < term_arity(t); i++)
            if (!fact_points(term_arg(t, i), x, p)) return false;
        return true;
    case OP_EQ:
    case OP_BV_ULT:
    case OP_BV_ULE:
    case OP_BV_SLT:
    case OP_BV_SLE:
        if (is_number(term_arg(t, 0))) return side_points(term_arg(t, 1), x, constant(term_arg(t, 0)), p);
        if (is_number(term_arg(t, 1))) return side_points(term_arg(t, 0), x, constant(term_arg(t, 1)), p);
        return false;
    default: return false;
    }
}

/* ---- ranges ---- */

static int by_value(const void *a, const void *b) {
    u128 x = *(const u128 *)a, y = *(const u128 *)b;
    return x < y ? -1 : x > y;
}

static bool all_hold(const term_vec *facts, term x, u128 at) {
    struct model m = {0};
    bool good = true;
    model_set(&m, x, (value){.lo = (uint64_t)at, .hi = (uint64_t)(at >> 64)});
    for (uint32_t i = 0; i < facts->n && good; i++) good = term_holds(&m, facts->at[i]);
    model_release(&m);
    return good;
}

/* The values of x for which all facts hold, if they are one interval around the circle of numbers,
 * but not all numbers. The sorted points cut the circle into pieces of one truth each. */
static bool find_range(const term_vec *facts, term x, points *p, struct tighten_range *r) {
    uint32_t w = term_width(x), begins = 0;
    bool last = true, any = false;
    qsort(p->at, p->n, sizeof *p->at, by_value);
    for (uint32_t i = 0; i <= p->n; i++) { /* the first piece again at the end */
        u128 at = p->at[i % p->n];
        bool holds = all_hold(facts, x, at);
        any |= holds;
        if (i && holds && !last) r->lo = (uint64_t)at, begins++;
        if (i && !holds && last) r->hi = (uint64_t)bits_cut(at - 1, w);
        last = holds;
    }
    return any && begins == 1;
}

static term at_least(term x, term lo, bool is_signed) {
    return is_signed ? term_sle(lo, x) : term_ule(lo, x);
}

static term at_most(term x, term hi, bool is_signed) { return is_signed ? term_sle(x, hi) : term_ule(x, hi); }

term tighten_range_fact(term x, struct tighten_range r, bool is_signed) {
    uint32_t w = term_width(x);
    u128 least = is_signed ? (u128)1 << (w - 1) : 0, most = bits_cut(least - 1, w);
    if (bits_cut(r.hi - least, w) < bits_cut(r.lo - least, w)) return TERM_NONE;
    term lo = term_bv(w, r.lo), hi = term_bv(w, r.hi);
    if (r.lo == r.hi) return term_eq(lo, x);
    /* said as 0 <= x && x <= hi */
    if (is_signed && r.lo == 0 && r.hi != most) return term_ule(x, hi);
    term low = r.lo == least ? term_true() : at_least(x, lo, is_signed);
    return term_and(low, r.hi == most ? term_true() : at_most(x, hi, is_signed));
}

/* The only variable of a fact that is small enough to look at; TERM_NONE: there are others. */
static term only_variable(term fact) {
    term_vec vars = {0};
    term x = TERM_NONE;
    if (!term_is_larger(fact, MAX_FACT_SIZE)) term_free_vars(fact, &vars);
    if (vars.n == 1 && sort_kind_of(term_sort(vars.at[0])) == SORT_BV && term_width(vars.at[0]) <= 64)
        x = vars.at[0];
    VEC_RELEASE(&vars);
    return x;
}

/* The facts about x that are understood are taken out of *facts; their points are left in *p. */
static void take_facts(term_vec *facts, term x, term_vec *taken, points *p) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < facts->n; i++) {
        uint32_t before = p->n;
        bool fits = only_variable(facts->at[i]) == x && fact_points(facts->at[i], x, p) && p->n <= MAX_POINTS;
        if (fits) VEC_PUSH(taken, facts->at[i]);
        else p->n = before, facts->at[kept++] = facts->at[i];
    }
    facts->n = kept;
}

/* True if the facts about x became a range, which is the last fact now. */
static bool tighten_variable(struct tightening *t, term x) {
    term_vec taken = {0};
    points p = {0};
    struct tighten_range r = {0};
    bool is_signed = t->kind_of(t->context, x) == C_SIGNED;
    take_facts(t->facts, x, &taken, &p);
    term fact = p.n && find_range(&taken, x, &p, &r) ? tighten_range_fact(x, r, is_signed) : TERM_NONE;
    if (fact != TERM_NONE) VEC_PUSH(t->facts, fact);
    else
        for (uint32_t i = 0; i < taken.n; i++) VEC_PUSH(t->facts, taken.at[i]);
    VEC_RELEASE(&p);
    VEC_RELEASE(&taken);
    return fact != TERM_NONE;
}

/* ---- what follows ---- */

/* For a fact x <= c of unsigned numbers, alone or beside a lower bound: the bits that x needs; 0
 * for other facts. */
static uint32_t bits_of_bound(term fact, term *x) {
    if (term_op_of(fact) == OP_AND)
        for (uint32_t i = 0; i < term_arity(fact); i++) {
            uint32_t bits = bits_of_bound(term_arg(fact, i), x);
            if (bits) return bits;
        }
    bool equal = term_op_of(fact) == OP_EQ, bound = term_op_of(fact) == OP_BV_ULE;
    if (!equal && !bound) return 0;
    uint32_t k = is_number(term_arg(fact, 0)) ? 0 : 1;
    if ((bound && k == 0) || !is_number(term_arg(fact, k))) return 0;
    *x = term_arg(fact, 1 - k);
    uint32_t bits = 1;
    while (constant(term_arg(fact, k)) >> bits) bits++;
    return term_op_of(*x) == OP_VAR && bits < term_width(*x) ? bits : 0;
}

static void drop_what_follows(term_vec *facts) {
    struct subst s = {0};
    uint32_t kept = 0;
    term x;
    for (uint32_t i = 0; i < facts->n; i++) {
        uint32_t bits = bits_of_bound(facts->at[i], &x);
        if (bits) subst_set(&s, x, term_zext(term_fresh("low", sort_bv(bits)), term_width(x)));
    }
    for (uint32_t i = 0; i < facts->n; i++)
        if (bits_of_bound(facts->at[i], &x) || subst_apply(&s, facts->at[i]) != term_true())
            facts->at[kept++] = facts->at[i];
    facts->n = kept;
    subst_release(&s);
}

/* ---- comparisons of signed variables ---- */

static bool is_signed_variable(const struct tightening *t, term x) {
    return term_op_of(x) == OP_VAR && t->kind_of(t->context, x) == C_SIGNED;
}

static bool never_negative(const term_vec *facts, term y) {
    for (uint32_t i = 0; i < facts->n; i++) {
        term x;
        if (bits_of_bound(facts->at[i], &x) && x == y) return true;
    }
    return false;
}

static void split_comparisons(const struct tightening *t) {
    for (uint32_t i = 0; i < t->facts->n; i++) {
        term fact = t->facts->at[i];
        bool strict = term_op_of(fact) == OP_BV_ULT;
        if (!strict && term_op_of(fact) != OP_BV_ULE) continue;
        term x = term_arg(fact, 0), y = term_arg(fact, 1), zero = term_bv(term_width(x), 0);
        if (!is_signed_variable(t, x) || !is_signed_variable(t, y) || !never_negative(t->facts, y)) continue;
        t->facts->at[i] = term_and(term_sle(zero, x), strict ? term_slt(x, y) : term_sle(x, y));
    }
}

void tighten(term_vec *facts, enum c_kind (*kind_of)(void *context, term var), void *context) {
    struct tightening t = {facts, kind_of, context};
    term_vec vars = {0};
    assert(kind_of);
    if (facts->n > MAX_FACTS) return;
    for (uint32_t i = 0; i < facts->n; i++) {
        term x = only_variable(facts->at[i]);
        if (x != TERM_NONE) term_free_vars(x, &vars);
    }
    for (uint32_t i = 0; i < vars.n; i++) tighten_variable(&t, vars.at[i]);
    split_comparisons(&t);
    drop_what_follows(facts);
    VEC_RELEASE(&vars);
}
