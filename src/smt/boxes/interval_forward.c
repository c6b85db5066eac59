/* Ranges of terms from the ranges of their arguments.
 *
 * For a monotone operator, rounding included, the extreme results lie at the corners of the
 * arguments' box, computed as the program computes them. NaN and infinities are treated by hand,
 * and a divisor that may be zero has any quotient. */
#include "smt/boxes/interval.h"

#include <assert.h>
#include <math.h>

static const struct iv_float anything = {-INFINITY, INFINITY, true};

static bool has_number(struct iv_float x) { return x.lo <= x.hi; }
static bool has(struct iv_float x, double v) { return x.lo <= v && v <= x.hi; }
static bool may_be_infinite(struct iv_float x) { return has(x, INFINITY) || has(x, -INFINITY); }

/* ---- float arithmetic ---- */

static double operate(enum term_op op, bool single, double a, double b) {
    float x = (float)a, y = (float)b;
    switch (op) {
    case OP_FP_ADD: return single ? (double)(x + y) : a + b;
    case OP_FP_SUB: return single ? (double)(x - y) : a - b;
    case OP_FP_MUL: return single ? (double)(x * y) : a * b;
    default: return single ? (double)(x / y) : a / b;
    }
}

static struct iv_float corners(enum term_op op, bool single, struct iv_float a, struct iv_float b) {
    double c[4] = {operate(op, single, a.lo, b.lo), operate(op, single, a.lo, b.hi),
                   operate(op, single, a.hi, b.lo), operate(op, single, a.hi, b.hi)};
    struct iv_float r = {c[0], c[0], false};
    for (int i = 0; i < 4; i++) {
        if (isnan(c[i])) return anything;
        r.lo = fmin(r.lo, c[i]);
        r.hi = fmax(r.hi, c[i]);
    }
    return r;
}

static struct iv_float arithmetic(enum term_op op, bool single, struct iv_float a, struct iv_float b,
                                  bool same) {
    struct iv_float none = {INFINITY, -INFINITY, true};
    if (!has_number(a) || !has_number(b)) return none;
    bool wild = may_be_infinite(a) || may_be_infinite(b);
    if (op == OP_FP_DIV && (has(b, 0) || (may_be_infinite(a) && may_be_infinite(b)))) return anything;
    if (op == OP_FP_MUL && wild && (has(a, 0) || has(b, 0))) return anything;
    struct iv_float r = corners(op, single, a, b);
    if (op == OP_FP_MUL && same)
        r.lo = has(a, 0) ? 0 : fmin(operate(op, single, a.lo, a.lo), operate(op, single, a.hi, a.hi));
    /* inf - inf, which is a corner only if both are bounds on the right side */
    if ((op == OP_FP_ADD || op == OP_FP_SUB) && may_be_infinite(a) && may_be_infinite(b)) r = anything;
    r.nan |= a.nan || b.nan;
    return r;
}

static struct iv_float map(double f(double), struct iv_float a) {
    return has_number(a) ? (struct iv_float){f(a.lo), f(a.hi), a.nan} : a;
}

static double to_single(double x) { return (double)(float)x; }

static struct iv_float square_root(bool single, struct iv_float a) {
    struct iv_float r = {INFINITY, -INFINITY, a.nan || a.lo < 0};
    if (!has_number(a) || a.hi < 0) return r;
    double lo = a.lo > 0 ? a.lo : 0;
    r.lo = single ? (double)sqrtf((float)lo) : sqrt(lo);
    r.hi = single ? (double)sqrtf((float)a.hi) : sqrt(a.hi);
    return r;
}

static struct iv_float absolute(struct iv_float a) {
    if (!has_number(a) || a.lo >= 0) return a;
    if (a.hi <= 0) return (struct iv_float){-a.hi, -a.lo, a.nan};
    return (struct iv_float){0, fmax(-a.lo, a.hi), a.nan};
}

static struct iv_float extreme(bool max, struct iv_float a, struct iv_float b) {
    if (a.nan || b.nan || !has_number(a) || !has_number(b))
        return (struct iv_float){fmin(a.lo, b.lo), fmax(a.hi, b.hi), a.nan && b.nan};
    if (max) return (struct iv_float){fmax(a.lo, b.lo), fmax(a.hi, b.hi), false};
    return (struct iv_float){fmin(a.lo, b.lo), fmin(a.hi, b.hi), false};
}

static struct iv_float from_integers(bool single, i128 lo, i128 hi) {
    if (single) return (struct iv_float){(double)(float)lo, (double)(float)hi, false};
    return (struct iv_float){(double)lo, (double)hi, false};
}

/* Towards zero; beyond 2^62, or where the target is too narrow, nothing is known. */
static struct iv_bv to_integers(uint32_t width, bool is_signed, struct iv_float a) {
    if (a.nan || !has_number(a) || a.lo < -0x1p62 || a.hi > 0x1p62) return bv_range(width, is_signed, 1, 0);
    return bv_range(width, is_signed, (i128)trunc(a.lo), (i128)trunc(a.hi));
}

static struct iv_float float_range(const struct iv_problem *p, const struct iv *box,
                                   const struct iv_node *d) {
    const struct iv *a = d->n ? &box[iv_arg(p, d, 0)] : NULL, *b = d->n > 1 ? &box[iv_arg(p, d, 1)] : NULL;
    const struct iv_node *da = d->n ? &p->nodes.at[iv_arg(p, d, 0)] : NULL;
    if (!da || da->kind == IV_OTHER) return anything;
    switch (d->op) {
    case OP_FP_ADD:
    case OP_FP_SUB:
    case OP_FP_MUL:
    case OP_FP_DIV: return arithmetic(d->op, d->single, a->f, b->f, a == b);
    case OP_FP_NEG: return (struct iv_float){-a->f.hi, -a->f.lo, a->f.nan};
    case OP_FP_ABS: return absolute(a->f);
    case OP_FP_SQRT: return square_root(d->single, a->f);
    case OP_FP_RINT: return map(rint, a->f);
    case OP_FP_MIN:
    case OP_FP_MAX: return extreme(d->op == OP_FP_MAX, a->f, b->f);
    case OP_FP_FROM_FP: return d->single ? map(to_single, a->f) : a->f;
    case OP_FP_FROM_SBV: return from_integers(d->single, a->b.slo, a->b.shi);
    case OP_FP_FROM_UBV: return from_integers(d->single, a->b.ulo, a->b.uhi);
    default: return anything;
    }
}

/* ---- bit-vectors ---- */

static struct iv_bv sum(const struct iv_problem *p, const struct iv *box, const struct iv_node *d) {
    struct iv_bv t = {0, 0, 0, 0}, r = bv_range(d->width, true, 1, 0);
    for (uint32_t i = 0; i < d->n; i++) {
        const struct iv_bv *x = &box[iv_arg(p, d, i)].b;
        t.slo += x->slo, t.shi += x->shi, t.ulo += x->ulo, t.uhi += x->uhi;
    }
    struct iv_bv s = bv_range(d->width, true, t.slo, t.shi), u = bv_range(d->width, false, t.ulo, t.uhi);
    struct iv to = {.b = s}, by = {.b = u};
    bool changed = false;
    return iv_meet(d, &to, &by, &changed) ? to.b : r;
}

static struct iv_bv product(const struct iv_node *d, const struct iv_bv *a, const struct iv_bv *b) {
    i128 c[4] = {a->slo * b->slo, a->slo * b->shi, a->shi * b->slo, a->shi * b->shi}, lo = c[0], hi = c[0];
    if (d->width > 62 || d->n != 2) return bv_range(d->width, true, 1, 0);
    for (int i = 1; i < 4; i++) lo = c[i] < lo ? c[i] : lo, hi = c[i] > hi ? c[i] : hi;
    return bv_range(d->width, true, lo, hi);
}

/* Division and remainder by a constant that is positive. */
static struct iv_bv quotient(const struct iv_node *d, const struct iv_bv *a, const struct iv_bv *b) {
    bool is_signed = d->op == OP_BV_SDIV || d->op == OP_BV_SREM;
    i128 lo = is_signed ? a->slo : a->ulo, hi = is_signed ? a->shi : a->uhi, c = is_signed ? b->slo : b->ulo;
    if (c <= 0 || c != (is_signed ? b->shi : b->uhi)) return bv_range(d->width, true, 1, 0);
    if (d->op == OP_BV_SDIV || d->op == OP_BV_UDIV) return bv_range(d->width, is_signed, lo / c, hi / c);
    i128 least = lo < 0 ? -(c - 1) : 0, most = hi > 0 ? c - 1 : 0;
    return bv_range(d->width, is_signed, least > lo || lo >= 0 ? least : lo,
                    most < hi ? most
                    : hi > 0  ? hi
                              : 0);
}

static struct iv_bv bv_result(const struct iv_problem *p, const struct iv *box, const struct iv_node *d) {
    const struct iv *a = d->n ? &box[iv_arg(p, d, 0)] : NULL, *b = d->n > 1 ? &box[iv_arg(p, d, 1)] : NULL;
    struct iv_bv top = bv_range(d->width, true, 1, 0);
    for (uint32_t i = 0; i < d->n; i++)
        if (p->nodes.at[iv_arg(p, d, i)].kind == IV_OTHER) return top;
    switch (d->op) {
    case OP_BV_ADD: return sum(p, box, d);
    case OP_BV_MUL: return product(d, &a->b, &b->b);
    case OP_BV_UDIV:
    case OP_BV_UREM:
    case OP_BV_SDIV:
    case OP_BV_SREM: return quotient(d, &a->b, &b->b);
    case OP_BV_NOT: return bv_range(d->width, true, -1 - a->b.shi, -1 - a->b.slo);
    case OP_BV_ZEXT: return bv_range(d->width, false, a->b.ulo, a->b.uhi);
    case OP_BV_SEXT: return bv_range(d->width, true, a->b.slo, a->b.shi);
    case OP_BV_EXTRACT: return term_param(d->t, 1) ? top : bv_range(d->width, true, a->b.slo, a->b.shi);
    case OP_FP_TO_SBV:
    case OP_FP_TO_UBV: return to_integers(d->width, d->op == OP_FP_TO_SBV, a->f);
    default: return top;
    }
}

/* ---- Bool ---- */

static uint8_t truth_of(bool may_be_false, bool may_be_true) {
    assert(may_be_false || may_be_true);
    return (uint8_t)((may_be_false ? MAY_FALSE : 0) | (may_be_true ? MAY_TRUE : 0));
}

static uint8_t connective(const struct iv_problem *p, const struct iv *box, const struct iv_node *d) {
    bool some_false = false, some_true = false, all_false = true, all_true = true;
    for (uint32_t i = 0; i < d->n; i++) {
        uint8_t x = box[iv_arg(p, d, i)].truth;
        some_false |= (x & MAY_FALSE) != 0, all_false &= (x & MAY_FALSE) != 0;
        some_true |= (x & MAY_TRUE) != 0, all_true &= (x & MAY_TRUE) != 0;
    }
    return d->op == OP_AND ? truth_of(some_false, all_true) : truth_of(all_false, some_true);
}

/* a < b, or a <= b */
static uint8_t float_order(const struct iv_problem *p, const struct iv *box, const struct iv_node *d,
                           bool strict) {
    uint32_t na = iv_arg(p, d, 0), nb = iv_arg(p, d, 1);
    struct iv_float a = box[na].f, b = box[nb].f;
    if (!has_number(a) || !has_number(b)) return MAY_FALSE;
    bool may_hold = strict ? a.lo < b.hi : a.lo <= b.hi;
    bool may_fail = a.nan || b.nan || (strict ? a.hi >= b.lo : a.hi > b.lo);
    double lo, hi;
    if (may_hold && may_fail && iv_difference(p, box, na, nb, &lo, &hi)) {
        may_hold &= strict ? lo < 0 : lo <= 0;
        may_fail &= strict ? hi >= 0 : hi > 0;
    }
    return truth_of(may_fail, may_hold);
}

static uint8_t float_equal(struct iv_float a, struct iv_float b) {
    bool overlap = has_number(a) && has_number(b) && a.lo <= b.hi && b.lo <= a.hi;
    bool one = overlap && !a.nan && !b.nan && a.lo == a.hi && b.lo == b.hi && a.lo == b.lo;
    return truth_of(!one, overlap);
}

/* Identity: all NaNs are one, zeros are two. */
static uint8_t float_same(struct iv_float a, struct iv_float b) {
    if (a.nan && b.nan) return has_number(a) || has_number(b) ? MAY_BOTH : MAY_TRUE;
    uint8_t x = float_equal(a, b);
    return has(a, 0) && has(b, 0) ? x | MAY_FALSE : x;
}

static uint8_t equality(const struct iv_problem *p, const struct iv *box, const struct iv_node *d) {
    const struct iv_node *da = &p->nodes.at[iv_arg(p, d, 0)];
    const struct iv *a = &box[iv_arg(p, d, 0)], *b = &box[iv_arg(p, d, 1)];
    if (da->kind == IV_OTHER) return MAY_BOTH;
    if (da->kind == IV_FLOAT) return float_same(a->f, b->f);
    if (da->kind == IV_BOOL)
        return a->truth == MAY_BOTH || b->truth == MAY_BOTH
                   ? MAY_BOTH
                   : truth_of(a->truth != b->truth, a->truth == b->truth);
    struct iv x = *a;
    bool changed = false;
    if (!iv_meet(da, &x, b, &changed)) return MAY_FALSE;
    return iv_is_point(da, a) && iv_is_point(da, b) ? MAY_TRUE : MAY_BOTH;
}

static uint8_t bv_order(const struct iv_bv *a, const struct iv_bv *b, bool is_signed, bool strict) {
    i128 alo = is_signed ? a->slo : a->ulo, ahi = is_signed ? a->shi : a->uhi;
    i128 blo = is_signed ? b->slo : b->ulo, bhi = is_signed ? b->shi : b->uhi;
    return truth_of(strict ? ahi >= blo : ahi > blo, strict ? alo < bhi : alo <= bhi);
}

static double largest_finite(bool single) { return single ? 0x1.fffffep127 : 0x1.fffffffffffffp1023; }

static uint8_t test(const struct iv_node *d, struct iv_float a) {
    double most = largest_finite(d->single);
    switch (d->op) {
    case OP_FP_IS_NAN: return truth_of(has_number(a), a.nan);
    case OP_FP_IS_INF:
        return truth_of(a.nan || (has_number(a) && a.lo <= most && a.hi >= -most), may_be_infinite(a));
    case OP_FP_IS_ZERO: return truth_of(a.nan || a.lo != 0 || a.hi != 0, has(a, 0));
    case OP_FP_IS_NEG: return truth_of(a.nan || a.hi >= 0, a.lo <= 0);
    default: return MAY_BOTH;
    }
}

static uint8_t truth(const struct iv_problem *p, const struct iv *box, const struct iv_node *d) {
    if (!d->n) return MAY_BOTH;
    const struct iv *a = &box[iv_arg(p, d, 0)], *b = d->n > 1 ? &box[iv_arg(p, d, 1)] : NULL;
    if (d->op == OP_EQ) return equality(p, box, d);
    if (p->nodes.at[iv_arg(p, d, 0)].kind == IV_OTHER) return MAY_BOTH;
    switch (d->op) {
    case OP_NOT: return truth_of(a->truth & MAY_TRUE, a->truth & MAY_FALSE);
    case OP_AND:
    case OP_OR: return connective(p, box, d);
    case OP_BV_ULT:
    case OP_BV_ULE: return bv_order(&a->b, &b->b, false, d->op == OP_BV_ULT);
    case OP_BV_SLT:
    case OP_BV_SLE: return bv_order(&a->b, &b->b, true, d->op == OP_BV_SLT);
    case OP_FP_LT:
    case OP_FP_LE: return float_order(p, box, d, d->op == OP_FP_LT);
    case OP_FP_EQ: return float_equal(a->f, b->f);
    default: return d->op >= OP_FP_IS_NAN && d->op <= OP_FP_IS_NEG ? test(d, a->f) : MAY_BOTH;
    }
}

/* ---- any sort ---- */

static struct iv lookup(const struct iv_problem *p, const struct iv *box, const struct iv_node *d) {
    const struct iv_table *t = &p->tables.at[d->table - 1];
    const struct graph_table *g = &p->graph.tables.at[d->table - 1];
    const struct iv_bv *at = &box[iv_arg(p, d, 0)].b;
    struct iv r = {0};
    i128 met = 0;
    for (uint32_t i = 0; i < g->index.n; i++) {
        i128 index = (i128)g->index.at[i];
        if (index < at->ulo || index > at->uhi) continue;
        r = met ? iv_hull(d, &r, &t->element[i]) : t->element[i];
        met++;
    }
    if (met <= at->uhi - at->ulo) r = met ? iv_hull(d, &r, &t->other) : t->other;
    return r;
}

static struct iv choice(const struct iv_problem *p, const struct iv *box, const struct iv_node *d) {
    const struct iv *c = &box[iv_arg(p, d, 0)], *a = &box[iv_arg(p, d, 1)], *b = &box[iv_arg(p, d, 2)];
    return c->truth == MAY_TRUE ? *a : c->truth == MAY_FALSE ? *b : iv_hull(d, a, b);
}

struct iv iv_forward(const struct iv_problem *p, const struct iv *box, uint32_t node) {
    const struct iv_node *d = &p->nodes.at[node];
    struct iv x = iv_all(d);
    if (d->kind == IV_OTHER || !d->n) return x;
    if (d->op == OP_ITE) x = choice(p, box, d);
    else if (d->table) x = lookup(p, box, d);
    else if (d->op == OP_SELECT) return x;
    else if (d->kind == IV_FLOAT) x.f = float_range(p, box, d);
    else if (d->kind == IV_BV) x.b = bv_result(p, box, d);
    else x.truth = truth(p, box, d);
    x.why = 0;
    for (uint32_t i = 0; i < d->n; i++) x.why |= box[iv_arg(p, d, i)].why;
    return x;
}
