#include "smt/boxes/cover.h"

#include <assert.h>

#include "util/clock.h"

enum { PASSES = 3, DEEPEST = 2000 };

/* ---- places ---- */

bool cover_knows(sort s) {
    enum sort_kind k = sort_kind_of(s);
    return k == SORT_BOOL || k == SORT_FLOAT || (k == SORT_BV && sort_width(s) <= 64);
}

static u128 sign_bit(sort s) { return (u128)1 << (sort_exponent(s) + sort_significand(s) - 1); }
static i128 infinity(sort s) { return (i128)(bits_mask(sort_exponent(s)) << (sort_significand(s) - 1)); }

i128 cover_place(sort s, value v) {
    assert(cover_knows(s));
    u128 x = u128_of(v.lo, v.hi), sign = sign_bit(s);
    return x & sign ? -(i128)(x & ~sign) : (i128)x;
}

value cover_at(sort s, i128 place) {
    u128 x = place < 0 ? sign_bit(s) | (u128)-place : (u128)place;
    return (value){u128_low(x), u128_high(x)};
}

static bool is_nan(sort s, value v) {
    i128 p = cover_place(s, v);
    return p > infinity(s) || p < -infinity(s);
}

static struct float_span anything(sort s) {
    if (!cover_knows(s)) return (struct float_span){0, 0, false}; /* nobody looks at it */
    if (sort_kind_of(s) == SORT_FLOAT) return (struct float_span){-infinity(s), infinity(s), true};
    if (sort_kind_of(s) == SORT_BOOL) return (struct float_span){0, 1, false};
    i128 half = (i128)1 << (sort_width(s) - 1);
    return (struct float_span){-half, half - 1, false};
}

static bool is_empty(struct float_span x) { return x.lo > x.hi && !x.nan; }
static bool is_one(struct float_span x) { return x.nan ? x.lo > x.hi : x.lo == x.hi; }
static bool holds(struct float_span x, i128 v) { return x.lo <= v && v <= x.hi; }
static const struct float_span only_nan = {1, 0, true};

static struct float_span span_of_value(sort s, value v) {
    if (sort_kind_of(s) == SORT_FLOAT) {
        if (is_nan(s, v)) return only_nan;
        return (struct float_span){cover_place(s, v), cover_place(s, v), false};
    }
    i128 x = sort_kind_of(s) == SORT_BV ? bits_signed(u128_of(v.lo, v.hi), sort_width(s)) : (i128)v.lo;
    return (struct float_span){x, x, false};
}

static value value_at(sort s, i128 x) {
    if (sort_kind_of(s) == SORT_FLOAT) return cover_at(s, x);
    return sort_kind_of(s) == SORT_BV ? value_of(u128_low(bits_cut((u128)x, sort_width(s))))
                                      : value_of((uint64_t)x);
}

static struct float_span hull(struct float_span a, struct float_span b) {
    if (a.lo > a.hi) return (struct float_span){b.lo, b.hi, a.nan || b.nan};
    if (b.lo > b.hi) return (struct float_span){a.lo, a.hi, a.nan || b.nan};
    return (struct float_span){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi, a.nan || b.nan};
}

static struct float_span cut(struct float_span a, struct float_span b) {
    return (struct float_span){a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi, a.nan && b.nan};
}

/* ---- a node from its arguments ---- */

struct view {
    const struct cover *c;
    const struct float_span *box;
    uint32_t node;
    term t;
    sort s;
};

static uint32_t node_arg(const struct view *v, uint32_t i) { return graph_arg(&v->c->g, v->node, i); }
static struct float_span arg(const struct view *v, uint32_t i) { return v->box[node_arg(v, i)]; }
static sort arg_sort(const struct view *v, uint32_t i) { return term_sort(cover_term(v->c, node_arg(v, i))); }
static uint32_t arity(const struct view *v) { return v->c->g.nodes.at[v->node].n; }

/* The operator's result at one corner. */
static struct float_span corner(const struct view *v, i128 a, i128 b) {
    value args[2] = {value_at(arg_sort(v, 0), a), value_of(0)};
    if (arity(v) > 1) args[1] = value_at(arg_sort(v, 1), b);
    return span_of_value(v->s, term_apply_op(v->t, args));
}

/* Monotone in both arguments, each in one direction or the other. */
static struct float_span corners(const struct view *v) {
    struct float_span a = arg(v, 0), b = arity(v) > 1 ? arg(v, 1) : a;
    struct float_span r = hull(corner(v, a.lo, b.lo), corner(v, a.hi, b.hi));
    if (arity(v) > 1) r = hull(r, hull(corner(v, a.lo, b.hi), corner(v, a.hi, b.lo)));
    return r;
}

static bool may_be_infinite(struct float_span x, sort s) {
    return holds(x, infinity(s)) || holds(x, -infinity(s));
}

static struct float_span arithmetic(const struct view *v) {
    struct float_span a = arg(v, 0), b = arg(v, 1);
    enum term_op op = term_op_of(v->t);
    if (a.lo > a.hi || b.lo > b.hi) return only_nan;
    bool wild_a = may_be_infinite(a, v->s), wild_b = may_be_infinite(b, v->s);
    if (wild_a && wild_b) return anything(v->s);
    if (op == OP_FP_MUL && ((wild_a && holds(b, 0)) || (wild_b && holds(a, 0)))) return anything(v->s);
    if (op == OP_FP_DIV && holds(b, 0)) return anything(v->s);
    struct float_span r = corners(v);
    if (r.nan) return anything(v->s);
    if (op == OP_FP_MUL && node_arg(v, 0) == node_arg(v, 1)) {
        r = hull(corner(v, a.lo, a.lo), corner(v, a.hi, a.hi));
        if (holds(a, 0)) r.lo = 0;
    }
    r.nan = a.nan || b.nan;
    return r;
}

/* Square root, rounding, conversion between formats and from integers: one argument, increasing. */
static struct float_span increasing(const struct view *v) {
    struct float_span a = arg(v, 0), r = only_nan;
    if (term_op_of(v->t) == OP_FP_SQRT && a.lo < 0) a.lo = 0, a.nan = true;
    if (a.lo > a.hi) return r;
    r = hull(corner(v, a.lo, 0), corner(v, a.hi, 0));
    r.nan |= a.nan;
    return r;
}

static struct float_span absolute(struct float_span a) {
    if (a.lo > a.hi || a.lo >= 0) return a;
    i128 most = -a.lo > a.hi ? -a.lo : a.hi;
    return (struct float_span){a.hi < 0 ? -a.hi : 0, most, a.nan};
}

static struct float_span extreme(const struct view *v, bool max) {
    struct float_span a = arg(v, 0), b = arg(v, 1);
    if (a.nan || b.nan) return (struct float_span){hull(a, b).lo, hull(a, b).hi, a.nan && b.nan};
    struct float_span below = {a.lo < b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi, false};
    struct float_span above = {a.lo > b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi, false};
    return max ? above : below;
}

static struct float_span float_span(const struct view *v) {
    switch (term_op_of(v->t)) {
    case OP_FP_ADD:
    case OP_FP_SUB:
    case OP_FP_MUL:
    case OP_FP_DIV: return arithmetic(v);
    case OP_FP_NEG: return (struct float_span){-arg(v, 0).hi, -arg(v, 0).lo, arg(v, 0).nan};
    case OP_FP_ABS: return absolute(arg(v, 0));
    case OP_FP_MIN: return extreme(v, false);
    case OP_FP_MAX: return extreme(v, true);
    case OP_FP_SQRT:
    case OP_FP_RINT:
    case OP_FP_FROM_FP: return increasing(v);
    case OP_FP_FROM_SBV: return cover_knows(arg_sort(v, 0)) ? increasing(v) : anything(v->s);
    case OP_FP_FROM_UBV:
        return cover_knows(arg_sort(v, 0)) && arg(v, 0).lo >= 0 ? increasing(v) : anything(v->s);
    default: return anything(v->s);
    }
}

static struct float_span fitting(const struct view *v, i128 lo, i128 hi) {
    struct float_span all = anything(v->s);
    return lo <= hi && holds(all, lo) && holds(all, hi) ? (struct float_span){lo, hi, false} : all;
}

static struct float_span total(const struct view *v) {
    i128 lo = 0, hi = 0;
    for (uint32_t i = 0; i < arity(v); i++) lo += arg(v, i).lo, hi += arg(v, i).hi;
    return fitting(v, lo, hi);
}

static struct float_span product(const struct view *v) {
    struct float_span a = arg(v, 0), b = arg(v, 1);
    i128 x[4] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi}, lo = x[0], hi = x[0];
    for (int i = 1; i < 4; i++) {
        if (x[i] < lo) lo = x[i];
        if (x[i] > hi) hi = x[i];
    }
    return fitting(v, lo, hi);
}

/* The place of -2^(width-1) in the format of the argument. */
static i128 lowest(const struct view *v) {
    uint32_t w = sort_width(v->s);
    term least = term_fp_convert(OP_FP_FROM_SBV,
                                 term_bv128(w, u128_low((u128)1 << (w - 1)), u128_high((u128)1 << (w - 1))),
                                 arg_sort(v, 0));
    return cover_place(arg_sort(v, 0), term_value(least));
}

static struct float_span truncated(const struct view *v) {
    struct float_span a = arg(v, 0);
    i128 least = lowest(v);
    bool is_signed = term_op_of(v->t) == OP_FP_TO_SBV;
    if (a.nan || a.lo > a.hi || a.lo < (is_signed ? least : 0) || a.hi >= -least) return anything(v->s);
    return hull(corner(v, a.lo, 0), corner(v, a.hi, 0));
}

static struct float_span divided(const struct view *v, bool is_signed) {
    struct float_span a = arg(v, 0), b = arg(v, 1);
    if (b.lo != b.hi || b.lo <= 0 || (!is_signed && a.lo < 0)) return anything(v->s);
    return corners(v);
}

static struct float_span bv_span(const struct view *v) {
    struct float_span a = arity(v) ? arg(v, 0) : anything(v->s);
    for (uint32_t i = 0; i < arity(v); i++)
        if (!cover_knows(arg_sort(v, i))) return anything(v->s);
    switch (term_op_of(v->t)) {
    case OP_BV_ADD: return total(v);
    case OP_BV_MUL: return arity(v) == 2 && sort_width(v->s) < 63 ? product(v) : anything(v->s);
    case OP_BV_NOT: return (struct float_span){-1 - a.hi, -1 - a.lo, false};
    case OP_BV_SEXT: return a;
    case OP_BV_ZEXT: return a.lo >= 0 ? a : fitting(v, 0, (i128)bits_mask(sort_width(arg_sort(v, 0))));
    case OP_BV_EXTRACT: return term_param(v->t, 1) ? anything(v->s) : fitting(v, a.lo, a.hi);
    case OP_BV_SDIV: return divided(v, true);
    case OP_BV_UDIV: return divided(v, false);
    case OP_FP_TO_SBV:
    case OP_FP_TO_UBV: return truncated(v);
    default: return anything(v->s);
    }
}

static struct float_span truth(bool may_be_false, bool may_be_true) {
    assert(may_be_false || may_be_true);
    return (struct float_span){may_be_false ? 0 : 1, may_be_true ? 1 : 0, false};
}

/* a < b, or a <= b, of numbers or places */
static struct float_span order(struct float_span a, struct float_span b, bool strict) {
    bool fails = a.nan || b.nan || (strict ? a.hi >= b.lo : a.hi > b.lo),
         works = strict ? a.lo < b.hi : a.lo <= b.hi;
    if (a.lo > a.hi || b.lo > b.hi) return truth(true, false);
    return truth(fails, works);
}

static struct float_span float_order(const struct view *v, bool strict) {
    struct float_span r = order(arg(v, 0), arg(v, 1), strict);
    struct pair gap;
    if (is_one(r) || !cover_gap(v->c, v->box, node_arg(v, 0), node_arg(v, 1), &gap)) return r;
    if (strict ? gap.lo >= 0 : gap.lo > 0) r.hi = 0;
    if (strict ? gap.hi < 0 : gap.hi <= 0) r.lo = 1;
    return r;
}

static struct float_span unsigned_order(struct float_span a, struct float_span b, bool strict) {
    if (a.lo >= 0 && b.lo >= 0) return order(a, b, strict);
    if (a.hi < 0 && b.lo >= 0) return truth(true, false);
    if (a.lo >= 0 && b.hi < 0) return truth(false, true);
    return a.hi < 0 && b.hi < 0 ? order(a, b, strict) : truth(true, true);
}

/* `zeros`: one place may be two values */
static struct float_span equality(struct float_span a, struct float_span b, bool zeros, bool nans) {
    struct float_span both = cut(a, b);
    bool meets = both.lo <= both.hi || (nans && both.nan);
    bool sure = is_one(a) && is_one(b) && meets && (a.nan ? nans : true) && !(zeros && holds(a, 0));
    return truth(!sure, meets);
}

static struct float_span connective(const struct view *v, bool all) {
    bool some_false = false, some_true = false, all_false = true, all_true = true;
    for (uint32_t i = 0; i < arity(v); i++) {
        struct float_span x = arg(v, i);
        some_false |= x.lo == 0, all_false &= x.lo == 0;
        some_true |= x.hi == 1, all_true &= x.hi == 1;
    }
    return all ? truth(some_false, all_true) : truth(all_false, some_true);
}

static struct float_span property(const struct view *v) {
    struct float_span a = arg(v, 0);
    sort s = arg_sort(v, 0);
    bool some = a.lo <= a.hi;
    switch (term_op_of(v->t)) {
    case OP_FP_IS_NAN: return truth(some, a.nan);
    case OP_FP_IS_INF:
        return truth(a.nan || (some && a.lo < infinity(s) && a.hi > -infinity(s)),
                     some && may_be_infinite(a, s));
    case OP_FP_IS_ZERO: return truth(a.nan || a.lo != 0 || a.hi != 0, holds(a, 0));
    case OP_FP_IS_NEG: return truth(a.nan || a.hi >= 0, some && a.lo <= 0);
    default: return truth(true, true);
    }
}

static struct float_span bool_span(const struct view *v) {
    enum term_op op = term_op_of(v->t);
    if (!arity(v) || !cover_knows(arg_sort(v, 0))) return truth(true, true);
    bool is_float = sort_kind_of(arg_sort(v, 0)) == SORT_FLOAT;
    switch (op) {
    case OP_NOT: return (struct float_span){1 - arg(v, 0).hi, 1 - arg(v, 0).lo, false};
    case OP_AND:
    case OP_OR: return connective(v, op == OP_AND);
    case OP_EQ: return equality(arg(v, 0), arg(v, 1), is_float, true);
    case OP_FP_EQ: return equality(arg(v, 0), arg(v, 1), false, false);
    case OP_BV_ULT:
    case OP_BV_ULE: return unsigned_order(arg(v, 0), arg(v, 1), op == OP_BV_ULT);
    case OP_BV_SLT:
    case OP_BV_SLE: return order(arg(v, 0), arg(v, 1), op == OP_BV_SLT);
    case OP_FP_LT:
    case OP_FP_LE: return float_order(v, op == OP_FP_LT);
    default: return is_float ? property(v) : truth(true, true);
    }
}

static struct float_span table_span(const struct view *v) {
    const struct graph_table *t = &v->c->g.tables.at[v->c->g.nodes.at[v->node].table - 1];
    struct float_span at = arg(v, 0), r = span_of_value(v->s, term_value(t->other));
    bool first = true;
    i128 met = 0;
    if (at.lo < 0) { /* as an index it is unsigned */
        for (uint32_t i = 0; i < t->element.n; i++)
            r = hull(r, span_of_value(v->s, term_value(t->element.at[i])));
        return r;
    }
    for (uint32_t i = 0; i < t->index.n; i++) {
        if (!holds(at, (i128)t->index.at[i])) continue;
        struct float_span x = span_of_value(v->s, term_value(t->element.at[i]));
        r = first ? x : hull(r, x);
        first = false;
        met++;
    }
    return met == at.hi - at.lo + 1 ? r : hull(r, span_of_value(v->s, term_value(t->other)));
}

static struct float_span node_span(const struct cover *c, const struct float_span *box, uint32_t node) {
    struct view v = {c, box, node, cover_term(c, node), term_sort(cover_term(c, node))};
    if (!cover_knows(v.s)) return anything(v.s);
    if (term_is_const(v.t)) return span_of_value(v.s, term_value(v.t));
    if (term_op_of(v.t) == OP_ITE) {
        struct float_span k = arg(&v, 0);
        return k.lo ? arg(&v, 1) : !k.hi ? arg(&v, 2) : hull(arg(&v, 1), arg(&v, 2));
    }
    if (c->g.nodes.at[node].table) return table_span(&v);
    if (sort_kind_of(v.s) == SORT_BOOL) return bool_span(&v);
    if (!arity(&v) || term_op_of(v.t) == OP_SELECT) return anything(v.s);
    return sort_kind_of(v.s) == SORT_FLOAT ? float_span(&v) : bv_span(&v);
}

/* ---- arguments from a node: what must be true ---- */

struct demand {
    const struct cover *c;
    struct float_span *box;
    uint32_t node;
    bool changed, empty;
};

static uint32_t of(const struct demand *d, uint32_t i) { return graph_arg(&d->c->g, d->node, i); }

static void demand_span(struct demand *d, uint32_t node, struct float_span by) {
    struct float_span before = d->box[node], after = cut(before, by);
    d->box[node] = after;
    d->changed |= after.lo != before.lo || after.hi != before.hi || after.nan != before.nan;
    d->empty |= is_empty(after);
}

static void demand_truth(struct demand *d, uint32_t node, bool b) {
    demand_span(d, node, (struct float_span){b, b, false});
}

/* a <= b, or a < b; neither is NaN */
static void demand_order(struct demand *d, uint32_t a, uint32_t b, bool strict) {
    struct float_span x = d->box[a], y = d->box[b];
    demand_span(d, a, (struct float_span){x.lo, y.hi - strict, false});
    demand_span(d, b, (struct float_span){x.lo + strict, y.hi, false});
}

static void demand_relation(struct demand *d, enum term_op op, bool wanted) {
    uint32_t a = of(d, 0), b = of(d, 1);
    bool strict = op == OP_FP_LT || op == OP_BV_SLT || op == OP_BV_ULT;
    bool is_unsigned = op == OP_BV_ULT || op == OP_BV_ULE;
    /* of unsigned numbers, the smaller one is below 2^(w-1) if the larger one is */
    uint32_t large = wanted ? b : a, small = wanted ? a : b;
    if (is_unsigned && d->box[large].lo < 0) return;
    if (is_unsigned) demand_span(d, small, (struct float_span){0, d->box[large].hi, false});
    if (!wanted && (d->box[a].nan || d->box[b].nan)) return;
    if (wanted) demand_order(d, a, b, strict);
    else demand_order(d, b, a, !strict);
}

static void demand_connective(struct demand *d, bool all, bool wanted) {
    uint32_t n = d->c->g.nodes.at[d->node].n, open = 0, last = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (wanted == all) demand_truth(d, of(d, i), all);
        if (holds(d->box[of(d, i)], !all)) open++, last = of(d, i);
    }
    if (wanted != all && open == 1) demand_truth(d, last, !all);
}

static void demand_equality(struct demand *d, bool wanted, bool nans) {
    uint32_t a = of(d, 0), b = of(d, 1);
    struct float_span x = d->box[a], y = d->box[b];
    if (!nans) x.nan = y.nan = false;
    if (!cover_knows(term_sort(cover_term(d->c, a)))) return;
    if (wanted) {
        demand_span(d, a, y);
        demand_span(d, b, x);
        return;
    }
    if (sort_kind_of(term_sort(cover_term(d->c, a))) == SORT_FLOAT) return;
    /* a single value at the end of the other's range is not there */
    for (int turn = 0; turn < 2; turn++) {
        struct float_span p = d->box[turn ? a : b], q = d->box[turn ? b : a];
        if (p.lo == p.hi)
            demand_span(d, turn ? b : a,
                        (struct float_span){q.lo + (q.lo == p.lo), q.hi - (q.hi == p.lo), false});
    }
}

static void demand_property(struct demand *d, enum term_op op, bool wanted) {
    uint32_t a = of(d, 0);
    i128 most = infinity(term_sort(cover_term(d->c, a)));
    if (op == OP_FP_IS_NAN) demand_span(d, a, wanted ? only_nan : (struct float_span){-most, most, false});
    if (op == OP_FP_IS_INF && !wanted) demand_span(d, a, (struct float_span){1 - most, most - 1, true});
}

static void demand_bool(struct demand *d, bool wanted) {
    enum term_op op = term_op_of(cover_term(d->c, d->node));
    if (op == OP_NOT) demand_truth(d, of(d, 0), !wanted);
    if (op == OP_AND || op == OP_OR) demand_connective(d, op == OP_AND, wanted);
    if (op == OP_EQ || (op == OP_FP_EQ && wanted)) demand_equality(d, wanted, op == OP_EQ);
    if (op == OP_FP_IS_NAN || op == OP_FP_IS_INF) demand_property(d, op, wanted);
    bool relation = op == OP_FP_LT || op == OP_FP_LE || (op >= OP_BV_ULT && op <= OP_BV_SLE);
    if (relation && cover_knows(term_sort(cover_term(d->c, of(d, 0))))) demand_relation(d, op, wanted);
}

static void demand_choice(struct demand *d) {
    uint32_t k = of(d, 0);
    struct float_span x = d->box[d->node];
    if (is_empty(cut(d->box[of(d, 1)], x))) demand_truth(d, k, false);
    if (is_empty(cut(d->box[of(d, 2)], x))) demand_truth(d, k, true);
    if (is_one(d->box[k])) demand_span(d, of(d, d->box[k].lo ? 1 : 2), x);
}

/* trunc(x) in [lo, hi]: x in (lo - 1, hi + 1), for an x that is no further than the target
 * reaches */
static void demand_truncated(struct demand *d) {
    struct view v = {d->c, d->box, d->node, cover_term(d->c, d->node), term_sort(cover_term(d->c, d->node))};
    struct float_span z = d->box[d->node], x = arg(&v, 0), all = anything(v.s);
    i128 least = lowest(&v);
    sort f = arg_sort(&v, 0);
    if (x.nan || x.lo > x.hi || x.lo < least || x.hi >= -least || sort_width(v.s) > 64) return;
    if (z.lo - 1 < all.lo || z.hi + 1 > all.hi) return;
    term lo = term_fp_convert(OP_FP_FROM_SBV, term_const(v.s, value_at(v.s, z.lo - (z.lo <= 0))), f);
    term hi = term_fp_convert(OP_FP_FROM_SBV, term_const(v.s, value_at(v.s, z.hi + (z.hi >= 0))), f);
    demand_span(
        d, of(d, 0),
        (struct float_span){cover_place(f, term_value(lo)) - 1, cover_place(f, term_value(hi)) + 1, false});
}

static void demand_at(struct demand *d) {
    term t = cover_term(d->c, d->node);
    sort s = term_sort(t);
    if (!d->c->g.nodes.at[d->node].n || d->c->g.nodes.at[d->node].table || !cover_knows(s)) return;
    if (term_op_of(t) == OP_ITE) demand_choice(d);
    else if (sort_kind_of(s) == SORT_BOOL && is_one(d->box[d->node])) demand_bool(d, d->box[d->node].lo);
    else if (term_op_of(t) == OP_FP_NEG)
        demand_span(d, of(d, 0),
                    (struct float_span){-d->box[d->node].hi, -d->box[d->node].lo, d->box[d->node].nan});
    else if (term_op_of(t) == OP_FP_TO_SBV) demand_truncated(d);
}

/* ---- boxes ---- */

/* Is there nothing in the box? */
static bool is_violated(struct cover *c, struct float_span *box) {
    struct demand d = {.c = c, .box = box, .changed = true};
    for (int pass = 0; pass < PASSES && d.changed; pass++) {
        for (uint32_t i = 0; i < c->g.nodes.n; i++) {
            struct float_span by;
            box[i] = cut(box[i], node_span(c, box, i));
            if (is_empty(box[i])) return true;
            if (cover_linear(c, box, i, &by)) box[i] = cut(box[i], by);
            if (is_empty(box[i])) return true;
        }
        d.changed = false;
        for (d.node = c->g.nodes.n; d.node--;) {
            demand_at(&d);
            if (d.empty) return true;
        }
    }
    return cover_clash(c, box);
}

static double width_of(struct float_span x) { return (double)(x.hi - x.lo); }

/* A float without arguments that have ranges, or a number. */
static bool is_free(const struct cover *c, uint32_t node) {
    term t = cover_term(c, node);
    enum sort_kind k = sort_kind_of(term_sort(t));
    if (k == SORT_FLOAT && term_op_of(t) == OP_FP_FROM_BITS) return true;
    if (c->g.nodes.at[node].is_pattern) return false;
    return (k == SORT_FLOAT || k == SORT_BV) && cover_knows(term_sort(t)) && c->g.nodes.at[node].n == 0;
}

/* An open condition or alternative; an index of a table; else the widest variable, compared with
 * the first box. */
static uint32_t to_split(const struct cover *c, const struct float_span *box) {
    uint32_t best = UINT32_MAX, index = UINT32_MAX;
    double most = 0;
    for (uint32_t i = c->g.nodes.n; i--;) {
        const struct graph_node *g = &c->g.nodes.at[i];
        enum term_op op = term_op_of(g->t);
        bool alternative = (op == OP_OR && box[i].lo == 1) || (op == OP_AND && box[i].hi == 0);
        /* one of arrays is a node without arguments */
        bool settled = false, choice = op == OP_ITE && g->n;
        uint32_t open = UINT32_MAX;
        for (uint32_t j = 0; (alternative || choice) && j < (choice ? 1 : g->n); j++) {
            struct float_span x = box[graph_arg(&c->g, i, j)];
            settled |= alternative && is_one(x) && x.lo == (op == OP_OR);
            if (x.lo < x.hi) open = graph_arg(&c->g, i, j);
        }
        if (open != UINT32_MAX && !settled) return open;
        if (g->table && !is_one(box[graph_arg(&c->g, i, 0)]) && width_of(box[graph_arg(&c->g, i, 0)]) < 70000)
            index = graph_arg(&c->g, i, 0);
        if (!is_free(c, i) || is_one(box[i])) continue;
        double w = box[i].nan ? 2 : width_of(box[i]) / (width_of(c->first[i]) + 1);
        if (w > most) most = w, best = i;
    }
    return index != UINT32_MAX ? index : best;
}

/* Where to cut a range of floats: at 0; then among places while exponents differ much; then in the
 * middle of the numbers. */
static i128 float_middle(sort s, struct float_span x) {
    uint32_t fraction = sort_significand(s) - 1;
    i128 one = (i128)(bits_mask(sort_exponent(s) - 1) << fraction), far = one + ((i128)13 << fraction);
    if (x.lo >= far || x.hi <= -far || x.hi - x.lo < 4) return x.lo + (x.hi - x.lo) / 2;
    if (x.lo < -far) return -far < x.hi ? -far : x.lo;
    if (x.hi > far) return far > x.lo ? far : x.lo;
    term half = term_float_bits(s, cover_at(s, (i128)(((u128)one) - ((u128)1 << fraction))));
    term a = term_float_bits(s, cover_at(s, x.lo)), b = term_float_bits(s, cover_at(s, x.hi));
    term m = term_fp(OP_FP_MUL, half, term_fp(OP_FP_ADD, a, b, TERM_NONE), TERM_NONE);
    i128 place = cover_place(s, term_value(m));
    return place < x.lo ? x.lo : place >= x.hi ? x.hi - 1 : place;
}

static void split(const struct cover *c, uint32_t node, struct float_span x, struct float_span *a,
                  struct float_span *b) {
    sort s = term_sort(cover_term(c, node));
    *a = *b = x;
    if (x.nan) {
        a->nan = false;
        *b = only_nan;
        return;
    }
    i128 m = sort_kind_of(s) == SORT_FLOAT ? float_middle(s, x)
             : x.lo < 0 && x.hi >= 0       ? -1
                                           : x.lo + (x.hi - x.lo) / 2;
    a->hi = m;
    b->lo = m + 1;
}

/* Is there nothing in the box, by cutting it into smaller ones? Takes the box. */
static bool refute(struct cover *c, struct float_span *box, uint32_t depth) {
    bool done = false;
    size_t size = c->g.nodes.n * sizeof *box;
    if (c->left == 0 || depth > DEEPEST || stop_requested()) c->tired = true;
    else if (c->left-- % 64 == 0) c->tired |= budget_left(&c->budget) <= 0;
    if (!c->tired) done = is_violated(c, box);
    if (!depth && !done) memcpy(c->first, box, size);
    uint32_t x = c->tired || done ? UINT32_MAX : to_split(c, box);
    if (x == UINT32_MAX) {
        free(box);
        return done;
    }
    struct float_span a, b, *other = mem_alloc(size);
    memcpy(other, box, size);
    split(c, x, box[x], &a, &b);
    other[x] = a;
    box[x] = b;
    done = refute(c, other, depth + 1);
    if (!done) {
        free(box);
        return false;
    }
    return refute(c, box, depth + 1);
}

bool cover_refutes(const term *conjuncts, uint32_t n, uint64_t boxes, double seconds) {
    struct cover c = {.left = boxes, .budget = budget_cpu(seconds)};
    graph_init(&c.g, conjuncts, n);
    c.form = mem_zero(c.g.nodes.n + 1, sizeof *c.form);
    c.first = mem_zero(c.g.nodes.n + 1, sizeof *c.first);
    struct float_span *box = mem_zero(c.g.nodes.n + 1, sizeof *box);
    for (uint32_t i = 0; i < c.g.nodes.n; i++) box[i] = anything(term_sort(cover_term(&c, i)));
    for (uint32_t i = 0; i < n; i++) box[c.g.roots.at[i]].lo = 1;
    bool done = refute(&c, box, 0);
    graph_release(&c.g);
    free(c.form);
    free(c.first);
    return done;
}
