/* Interval arithmetic on mathematical integers: a result that leaves its sort may have wrapped
 * around, and then it can be anything. Operators without a rule can be anything, too. Terms share
 * subterms, and a span is not remembered, so evaluation has fuel: what costs more than FUEL steps
 * can be anything. */
#include "check/spans.h"

#include <assert.h>

enum { FUEL = 400 };

struct evaluation {
    span_of_var *of_var;
    const void *context;
    uint32_t fuel;
};

static struct span eval(struct evaluation *e, term t);

bool span_sort(sort s) {
    return sort_kind_of(s) == SORT_BOOL || (sort_kind_of(s) == SORT_BV && sort_width(s) <= 64);
}

struct span span_all(sort s) {
    assert(span_sort(s));
    if (sort_kind_of(s) == SORT_BOOL) return (struct span){0, 1};
    i128 half = (i128)1 << (sort_width(s) - 1);
    return (struct span){-half, half - 1};
}

static bool single(struct span a) { return a.lo == a.hi; }

static void include(struct span *a, i128 v) {
    assert(a->lo <= a->hi);
    if (v < a->lo) a->lo = v;
    if (v > a->hi) a->hi = v;
}

static struct span fitting(term t, struct span a) {
    assert(a.lo <= a.hi);
    struct span all = span_all(term_sort(t));
    return all.lo <= a.lo && a.hi <= all.hi ? a : all;
}

/* ---- numbers ---- */

/* Sums and products of any number of arguments; each partial result must fit, so that 128 bits are
 * enough. */
static struct span folded(struct evaluation *e, term t) {
    struct span r = eval(e, term_arg(t, 0));
    for (uint32_t i = 1; i < term_arity(t); i++) {
        struct span a = eval(e, term_arg(t, i));
        if (term_op_of(t) == OP_BV_ADD) {
            r = (struct span){r.lo + a.lo, r.hi + a.hi};
        } else {
            struct span p = {r.lo * a.lo, r.lo * a.lo};
            include(&p, r.lo * a.hi);
            include(&p, r.hi * a.lo);
            include(&p, r.hi * a.hi);
            r = p;
        }
        struct span all = span_all(term_sort(t));
        if (r.lo < all.lo || r.hi > all.hi) return all;
    }
    return r;
}

/* As unsigned numbers, if that keeps the order. */
static bool as_unsigned(struct span *a, sort s) {
    assert(a->lo <= a->hi);
    if (a->lo < 0 && a->hi >= 0) return false;
    i128 add = a->lo < 0 ? (i128)1 << sort_width(s) : 0;
    a->lo += add;
    a->hi += add;
    return true;
}

/* C's division and remainder by a constant other than 0; of unsigned numbers, one that is
 * positive as a signed number, too. */
static struct span divided(struct evaluation *e, term t) {
    enum term_op op = term_op_of(t);
    struct span a = eval(e, term_arg(t, 0)), b = eval(e, term_arg(t, 1)), all = span_all(term_sort(t));
    bool is_unsigned = op == OP_BV_UDIV || op == OP_BV_UREM;
    if (!single(b) || b.lo == 0 || (is_unsigned && b.lo < 0)) return all;
    if (is_unsigned && !as_unsigned(&a, term_sort(t))) a = (struct span){0, ((i128)1 << term_width(t)) - 1};
    struct span q = {a.lo / b.lo, a.lo / b.lo};
    include(&q, a.hi / b.lo);
    if (op == OP_BV_UDIV || op == OP_BV_SDIV) return fitting(t, q);
    /* Within one quotient and one sign the remainder grows with the dividend. */
    if (single(q) && (a.lo >= 0 || a.hi <= 0)) return (struct span){a.lo % b.lo, a.hi % b.lo};
    i128 most = (b.lo < 0 ? -b.lo : b.lo) - 1;
    assert(most >= 0 && a.lo <= a.hi);
    struct span r = {0, 0};
    if (a.lo < 0) r.lo = a.lo < -most ? -most : a.lo;
    if (a.hi > 0) r.hi = a.hi > most ? most : a.hi;
    return r;
}

/* To the right, by less than the width. A negative number grows with the amount, up to -1. */
static struct span shifted(struct evaluation *e, term t) {
    struct span a = eval(e, term_arg(t, 0)), b = eval(e, term_arg(t, 1));
    bool fills_with_sign = term_op_of(t) == OP_BV_ASHR;
    if (b.lo < 0 || b.hi >= term_width(t) || (!fills_with_sign && a.lo < 0)) return span_all(term_sort(t));
    return (struct span){a.lo >> (a.lo < 0 ? b.lo : b.hi), a.hi >> (a.hi < 0 ? b.hi : b.lo)};
}

static struct span zero_extended(struct evaluation *e, term t) {
    struct span a = eval(e, term_arg(t, 0));
    i128 size = (i128)1 << term_width(term_arg(t, 0));
    if (a.lo >= 0) return a;
    return a.hi < 0 ? (struct span){a.lo + size, a.hi + size} : (struct span){0, size - 1};
}

/* ---- truth values ---- */

static struct span truth(bool can_be_false, bool can_be_true) {
    assert(can_be_false || can_be_true);
    return (struct span){can_be_false ? 0 : 1, can_be_true ? 1 : 0};
}

static struct span connected(struct evaluation *e, term t) {
    bool is_and = term_op_of(t) == OP_AND;
    assert(is_and || term_op_of(t) == OP_OR);
    struct span r = {is_and, is_and};
    for (uint32_t i = 0; i < term_arity(t); i++) {
        struct span a = eval(e, term_arg(t, i));
        if (is_and ? a.lo < r.lo : a.lo > r.lo) r.lo = a.lo;
        if (is_and ? a.hi < r.hi : a.hi > r.hi) r.hi = a.hi;
    }
    return r;
}

static struct span equal(struct span a, struct span b) {
    assert(a.lo <= a.hi && b.lo <= b.hi);
    return truth(!(single(a) && single(b) && a.lo == b.lo), a.lo <= b.hi && b.lo <= a.hi);
}

static struct span ordered(term t, struct span a, struct span b) {
    assert(a.lo <= a.hi && b.lo <= b.hi);
    enum term_op op = term_op_of(t);
    sort s = term_sort(term_arg(t, 0));
    bool is_unsigned = op == OP_BV_ULT || op == OP_BV_ULE, strict = op == OP_BV_ULT || op == OP_BV_SLT;
    if (is_unsigned && !(as_unsigned(&a, s) && as_unsigned(&b, s))) return truth(true, true);
    return strict ? truth(a.hi >= b.lo, a.lo < b.hi) : truth(a.hi > b.lo, a.lo <= b.hi);
}

static struct span chosen(struct evaluation *e, term t) {
    struct span c = eval(e, term_arg(t, 0));
    if (single(c)) return eval(e, term_arg(t, c.lo ? 1 : 2));
    struct span a = eval(e, term_arg(t, 1)), b = eval(e, term_arg(t, 2));
    include(&a, b.lo);
    include(&a, b.hi);
    return a;
}

/* ---- */

static bool has_spans(term t) {
    if (!span_sort(term_sort(t))) return false;
    for (uint32_t i = 0; i < term_arity(t); i++)
        if (!span_sort(term_sort(term_arg(t, i)))) return false;
    return true;
}

static struct span constant(term t) {
    uint64_t bits = term_value(t).lo;
    i128 v = sort_kind_of(term_sort(t)) == SORT_BOOL ? t == term_true() : bits_signed(bits, term_width(t));
    return (struct span){v, v};
}

static struct span eval(struct evaluation *e, term t) {
    if (!has_spans(t)) return span_sort(term_sort(t)) ? span_all(term_sort(t)) : (struct span){0, 0};
    if (term_is_const(t)) return constant(t);
    if (term_is_var(t)) return e->of_var(e->context, t);
    if (!e->fuel) return span_all(term_sort(t));
    e->fuel--;
    struct span a;
    switch (term_op_of(t)) {
    case OP_NOT: a = eval(e, term_arg(t, 0)); return (struct span){1 - a.hi, 1 - a.lo};
    case OP_AND:
    case OP_OR: return connected(e, t);
    case OP_EQ: a = eval(e, term_arg(t, 0)); return equal(a, eval(e, term_arg(t, 1)));
    case OP_ITE: return chosen(e, t);
    case OP_BV_ULT:
    case OP_BV_ULE:
    case OP_BV_SLT:
    case OP_BV_SLE: a = eval(e, term_arg(t, 0)); return ordered(t, a, eval(e, term_arg(t, 1)));
    case OP_BV_ADD:
    case OP_BV_MUL: return folded(e, t);
    case OP_BV_UDIV:
    case OP_BV_SDIV:
    case OP_BV_UREM:
    case OP_BV_SREM: return divided(e, t);
    case OP_BV_LSHR:
    case OP_BV_ASHR: return shifted(e, t);
    case OP_BV_NOT: a = eval(e, term_arg(t, 0)); return (struct span){-1 - a.hi, -1 - a.lo};
    case OP_BV_SEXT: return eval(e, term_arg(t, 0));
    case OP_BV_ZEXT: return zero_extended(e, t);
    case OP_BV_EXTRACT:
        return term_param(t, 1) ? span_all(term_sort(t)) : fitting(t, eval(e, term_arg(t, 0)));
    default: return span_all(term_sort(t));
    }
}

struct span span_of_term(term t, span_of_var *of_var, const void *context) {
    assert(span_sort(term_sort(t)));
    struct evaluation e = {of_var, context, FUEL};
    return eval(&e, t);
}
