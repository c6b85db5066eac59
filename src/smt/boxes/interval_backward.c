/* Ranges of arguments from the range of a term: what must be true cuts down what it speaks of.
 *
 * Each rule computes a range that the argument cannot leave if the term is to have a value in its
 * range; it may be too wide, never too narrow. Inverses of rounded arithmetic therefore go one
 * number outwards on each side, twice. */
#include "smt/boxes/interval.h"

#include <math.h>

struct push {
    const struct iv_problem *p;
    struct iv *box;
    const struct iv_node *d;
    uint64_t why;
    bool *changed;
};

static bool narrow(const struct push *u, uint32_t node, struct iv by) {
    by.why = u->why;
    return iv_meet(&u->p->nodes.at[node], &u->box[node], &by, u->changed);
}

static bool narrow_truth(const struct push *u, uint32_t node, bool b) {
    return narrow(u, node, (struct iv){.truth = b ? MAY_TRUE : MAY_FALSE});
}

static bool narrow_float(const struct push *u, uint32_t node, double lo, double hi, bool nan) {
    return narrow(u, node, (struct iv){.f = {lo, hi, nan}});
}

/* Everything that the rule looks at. */
static uint64_t reasons(const struct push *u) {
    uint64_t why = u->box[u->d - u->p->nodes.at].why;
    for (uint32_t i = 0; i < u->d->n; i++) why |= u->box[iv_arg(u->p, u->d, i)].why;
    return why;
}

/* ---- Bool ---- */

/* All arguments of AND are true; or, if it is false and all but one are true, that one is false. OR
 * is dual. */
static bool push_connective(const struct push *u, bool wanted) {
    bool all = u->d->op == OP_AND;
    uint32_t open = 0, last = 0;
    for (uint32_t i = 0; i < u->d->n; i++) {
        uint32_t x = iv_arg(u->p, u->d, i);
        if (wanted == all && !narrow_truth(u, x, all)) return false;
        if (u->box[x].truth & (all ? MAY_FALSE : MAY_TRUE)) open++, last = x;
    }
    return wanted == all || (open == 1 ? narrow_truth(u, last, !all) : open > 0);
}

static bool push_equal(const struct push *u, uint32_t a, uint32_t b) {
    return narrow(u, a, u->box[b]) && narrow(u, b, u->box[a]);
}

/* A constant at the end of the other's range is not there. */
static bool push_different(const struct push *u, uint32_t a, uint32_t b) {
    const struct iv_node *d = &u->p->nodes.at[a];
    struct iv x = u->box[a];
    if (d->kind != IV_BV || !iv_is_point(d, &u->box[b])) return true;
    i128 s = u->box[b].b.slo, v = u->box[b].b.ulo;
    if (u->box[b].b.slo != u->box[b].b.shi || u->box[b].b.ulo != u->box[b].b.uhi) return true;
    x.b.slo += x.b.slo == s, x.b.shi -= x.b.shi == s;
    x.b.ulo += x.b.ulo == v, x.b.uhi -= x.b.uhi == v;
    return narrow(u, a, x);
}

static bool push_equality(const struct push *u, bool wanted) {
    uint32_t a = iv_arg(u->p, u->d, 0), b = iv_arg(u->p, u->d, 1);
    if (u->p->nodes.at[a].kind == IV_OTHER) return true;
    if (u->p->nodes.at[a].kind == IV_BOOL && !wanted) {
        if (u->box[a].truth != MAY_BOTH && !narrow_truth(u, b, u->box[a].truth == MAY_FALSE)) return false;
        return u->box[b].truth == MAY_BOTH || narrow_truth(u, a, u->box[b].truth == MAY_FALSE);
    }
    return wanted ? push_equal(u, a, b) : push_different(u, a, b) && push_different(u, b, a);
}

/* a <= b, or a < b */
static bool bv_below(const struct push *u, uint32_t a, uint32_t b, bool is_signed, bool strict) {
    struct iv x = u->box[a], y = u->box[b];
    i128 *high = is_signed ? &x.b.shi : &x.b.uhi, most = (is_signed ? y.b.shi : y.b.uhi) - strict;
    i128 *low = is_signed ? &y.b.slo : &y.b.ulo, least = (is_signed ? x.b.slo : x.b.ulo) + strict;
    if (most < *high) *high = most;
    if (least > *low) *low = least;
    return narrow(u, a, x) && narrow(u, b, y);
}

static bool push_bv_order(const struct push *u, bool wanted) {
    bool is_signed = u->d->op == OP_BV_SLT || u->d->op == OP_BV_SLE;
    bool strict = u->d->op == OP_BV_ULT || u->d->op == OP_BV_SLT;
    uint32_t a = iv_arg(u->p, u->d, 0), b = iv_arg(u->p, u->d, 1);
    if (u->p->nodes.at[a].kind != IV_BV) return true;
    return wanted ? bv_below(u, a, b, is_signed, strict) : bv_below(u, b, a, is_signed, !strict);
}

/* a <= b, or a < b, and neither is NaN */
static bool float_below(const struct push *u, uint32_t a, uint32_t b, bool strict) {
    struct iv_float x = u->box[a].f, y = u->box[b].f;
    double most = strict ? iv_previous(u->d->single, y.hi) : y.hi,
           least = strict ? iv_next(u->d->single, x.lo) : x.lo;
    return narrow_float(u, a, -INFINITY, most, false) && narrow_float(u, b, least, INFINITY, false);
}

static bool push_float_order(const struct push *u, bool wanted) {
    bool strict = u->d->op == OP_FP_LT;
    uint32_t a = iv_arg(u->p, u->d, 0), b = iv_arg(u->p, u->d, 1);
    if (u->p->nodes.at[a].kind != IV_FLOAT) return true;
    if (wanted) return float_below(u, a, b, strict);
    return u->box[a].f.nan || u->box[b].f.nan || float_below(u, b, a, !strict);
}

static bool push_test(const struct push *u, bool wanted) {
    uint32_t a = iv_arg(u->p, u->d, 0);
    double most = u->d->single ? 0x1.fffffep127 : 0x1.fffffffffffffp1023;
    if (u->p->nodes.at[a].kind != IV_FLOAT) return true;
    if (u->d->op == OP_FP_IS_NAN)
        return wanted ? narrow_float(u, a, INFINITY, -INFINITY, true)
                      : narrow_float(u, a, -INFINITY, INFINITY, false);
    if (u->d->op == OP_FP_IS_INF && !wanted) return narrow_float(u, a, -most, most, true);
    if (u->d->op == OP_FP_IS_ZERO && wanted) return narrow_float(u, a, 0, 0, false);
    return true;
}

static bool push_truth(const struct push *u, bool wanted) {
    switch (u->d->op) {
    case OP_NOT: return narrow_truth(u, iv_arg(u->p, u->d, 0), !wanted);
    case OP_AND:
    case OP_OR: return push_connective(u, wanted);
    case OP_EQ: return push_equality(u, wanted);
    case OP_BV_ULT:
    case OP_BV_ULE:
    case OP_BV_SLT:
    case OP_BV_SLE: return push_bv_order(u, wanted);
    case OP_FP_LT:
    case OP_FP_LE: return push_float_order(u, wanted);
    case OP_FP_EQ:
        return !wanted || (narrow_float(u, iv_arg(u->p, u->d, 0), -INFINITY, INFINITY, false) &&
                           narrow_float(u, iv_arg(u->p, u->d, 1), -INFINITY, INFINITY, false) &&
                           push_equal(u, iv_arg(u->p, u->d, 0), iv_arg(u->p, u->d, 1)));
    default: return u->d->op < OP_FP_IS_NAN || u->d->op > OP_FP_IS_NEG || push_test(u, wanted);
    }
}

/* ---- floats ---- */

static double down(double x) { return nextafter(nextafter(x, -INFINITY), -INFINITY); }
static double up(double x) { return nextafter(nextafter(x, INFINITY), INFINITY); }

static bool is_tame(struct iv_float x) { return !x.nan && x.lo <= x.hi && isfinite(x.lo) && isfinite(x.hi); }

/* z = round(x + y), so x is in z - y; `sign` is that of y. Only where x is known to be a number. */
static bool push_summand(const struct push *u, struct iv_float z, uint32_t x, struct iv_float y, int sign,
                         bool flip) {
    if (u->box[x].f.nan || !is_tame(z) || !is_tame(y)) return true;
    double zl = iv_previous(u->d->single, z.lo), zh = iv_next(u->d->single, z.hi);
    if (sign < 0) y = (struct iv_float){-y.hi, -y.lo, false};
    double lo = down(zl - y.hi), hi = up(zh - y.lo);
    return flip ? narrow_float(u, x, -hi, -lo, false) : narrow_float(u, x, lo, hi, false);
}

static bool push_sum(const struct push *u) {
    uint32_t a = iv_arg(u->p, u->d, 0), b = iv_arg(u->p, u->d, 1);
    bool minus = u->d->op == OP_FP_SUB;
    struct iv_float z = u->box[u->d - u->p->nodes.at].f;
    return push_summand(u, z, a, u->box[b].f, minus ? -1 : 1, false) &&
           push_summand(u, z, b, u->box[a].f, 1, minus);
}

/* x in z / y, for y without zero */
static bool push_factor(const struct push *u, struct iv_float z, uint32_t x, struct iv_float y) {
    if (u->box[x].f.nan || !is_tame(z) || !is_tame(y) || (y.lo <= 0 && y.hi >= 0)) return true;
    double zl = iv_previous(u->d->single, z.lo), zh = iv_next(u->d->single, z.hi);
    double c[4] = {zl / y.lo, zl / y.hi, zh / y.lo, zh / y.hi}, lo = c[0], hi = c[0];
    for (int i = 1; i < 4; i++) lo = fmin(lo, c[i]), hi = fmax(hi, c[i]);
    return narrow_float(u, x, down(lo), up(hi), false);
}

/* z = round(x / y): x in z * y */
static bool push_dividend(const struct push *u, struct iv_float z, uint32_t x, struct iv_float y) {
    if (u->box[x].f.nan || !is_tame(z) || !is_tame(y)) return true;
    double zl = iv_previous(u->d->single, z.lo), zh = iv_next(u->d->single, z.hi);
    double c[4] = {zl * y.lo, zl * y.hi, zh * y.lo, zh * y.hi}, lo = c[0], hi = c[0];
    for (int i = 1; i < 4; i++) lo = fmin(lo, c[i]), hi = fmax(hi, c[i]);
    return narrow_float(u, x, down(lo), up(hi), false);
}

static bool push_product(const struct push *u) {
    uint32_t a = iv_arg(u->p, u->d, 0), b = iv_arg(u->p, u->d, 1);
    struct iv_float z = u->box[u->d - u->p->nodes.at].f;
    if (a == b) return true;
    return push_factor(u, z, a, u->box[b].f) && push_factor(u, z, b, u->box[a].f);
}

static bool push_float(const struct push *u) {
    struct iv_float z = u->box[u->d - u->p->nodes.at].f;
    uint32_t a = u->d->n ? iv_arg(u->p, u->d, 0) : 0;
    if (!u->d->n || u->p->nodes.at[a].kind == IV_OTHER) return true;
    switch (u->d->op) {
    case OP_FP_NEG: return narrow_float(u, a, -z.hi, -z.lo, z.nan);
    case OP_FP_ADD:
    case OP_FP_SUB: return push_sum(u);
    case OP_FP_MUL: return push_product(u);
    case OP_FP_DIV: return push_dividend(u, z, a, u->box[iv_arg(u->p, u->d, 1)].f);
    case OP_FP_FROM_FP:
        if (z.nan && z.lo > z.hi) return true;
        return narrow_float(u, a, iv_previous(true, z.lo), iv_next(true, z.hi), z.nan);
    case OP_FP_FROM_SBV: {
        double lo = iv_previous(u->d->single, z.lo), hi = iv_next(u->d->single, z.hi);
        if (!(lo > -0x1p62) || !(hi < 0x1p62)) return true;
        struct iv x = u->box[a];
        i128 least = (i128)floor(lo), most = (i128)ceil(hi);
        if (least > x.b.slo) x.b.slo = least;
        if (most < x.b.shi) x.b.shi = most;
        return narrow(u, a, x);
    }
    default: return true;
    }
}

/* ---- bit-vectors ---- */

/* x of x + rest, where the sum does not overflow */
static bool push_bv_sum(const struct push *u) {
    const struct iv_bv *z = &u->box[u->d - u->p->nodes.at].b;
    i128 lo = 0, hi = 0, half = (i128)1 << (u->d->width - 1);
    for (uint32_t i = 0; i < u->d->n; i++)
        lo += u->box[iv_arg(u->p, u->d, i)].b.slo, hi += u->box[iv_arg(u->p, u->d, i)].b.shi;
    if (lo < -half || hi >= half) return true;
    for (uint32_t i = 0; i < u->d->n; i++) {
        uint32_t a = iv_arg(u->p, u->d, i);
        struct iv x = u->box[a];
        i128 least = z->slo - (hi - x.b.shi), most = z->shi - (lo - x.b.slo);
        if (least > x.b.slo) x.b.slo = least;
        if (most < x.b.shi) x.b.shi = most;
        if (!narrow(u, a, x)) return false;
    }
    return true;
}

/* trunc(x) in z, for x that is in the target's range */
static bool push_truncated(const struct push *u, uint32_t a) {
    const struct iv_bv *z = &u->box[u->d - u->p->nodes.at].b;
    struct iv_float x = u->box[a].f;
    double half = ldexp(1, (int)u->d->width - 1);
    if (u->d->width > 52 || !is_tame(x) || x.lo <= -half || x.hi >= half) return true;
    double lo = (double)z->slo - (z->slo <= 0), hi = (double)z->shi + (z->shi >= 0);
    return narrow_float(u, a, lo, hi, false);
}

static bool push_bv(const struct push *u) {
    const struct iv_bv *z = &u->box[u->d - u->p->nodes.at].b;
    uint32_t a = u->d->n ? iv_arg(u->p, u->d, 0) : 0;
    if (!u->d->n) return true;
    for (uint32_t i = 0; i < u->d->n; i++)
        if (u->p->nodes.at[iv_arg(u->p, u->d, i)].kind == IV_OTHER) return true;
    const struct iv_node *da = &u->p->nodes.at[a];
    struct iv x = u->box[a];
    switch (u->d->op) {
    case OP_BV_ADD: return push_bv_sum(u);
    case OP_BV_ZEXT:
    case OP_BV_SEXT: {
        bool is_signed = u->d->op == OP_BV_SEXT;
        i128 *lo = is_signed ? &x.b.slo : &x.b.ulo, *hi = is_signed ? &x.b.shi : &x.b.uhi;
        if ((is_signed ? z->slo : z->ulo) > *lo) *lo = is_signed ? z->slo : z->ulo;
        if ((is_signed ? z->shi : z->uhi) < *hi) *hi = is_signed ? z->shi : z->uhi;
        return narrow(u, a, x);
    }
    case OP_FP_TO_SBV: return da->kind != IV_FLOAT || push_truncated(u, a);
    default: return true;
    }
}

/* ---- any sort ---- */

static bool disjoint(const struct push *u, uint32_t a) {
    struct iv x = u->box[a];
    bool changed = false;
    return !iv_meet(u->d, &x, &u->box[u->d - u->p->nodes.at], &changed);
}

static bool push_choice(const struct push *u) {
    uint32_t c = iv_arg(u->p, u->d, 0), a = iv_arg(u->p, u->d, 1), b = iv_arg(u->p, u->d, 2);
    if (u->box[c].truth == MAY_BOTH && disjoint(u, a) && !narrow_truth(u, c, false)) return false;
    if (u->box[c].truth == MAY_BOTH && disjoint(u, b) && !narrow_truth(u, c, true)) return false;
    if (u->box[c].truth == MAY_BOTH) return true;
    return narrow(u, u->box[c].truth == MAY_TRUE ? a : b, u->box[u->d - u->p->nodes.at]);
}

bool iv_backward(const struct iv_problem *p, struct iv *box, uint32_t node, bool *changed) {
    struct push u = {p, box, &p->nodes.at[node], 0, changed};
    if (u.d->kind == IV_OTHER || !u.d->n || u.d->table) return true;
    u.why = reasons(&u);
    if (u.d->op == OP_ITE) return push_choice(&u);
    if (u.d->op == OP_SELECT) return true;
    if (u.d->kind == IV_FLOAT) return push_float(&u);
    if (u.d->kind == IV_BV) return push_bv(&u);
    return box[node].truth == MAY_BOTH || push_truth(&u, box[node].truth == MAY_TRUE);
}
