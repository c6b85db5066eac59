/* Linear forms: what intervals forget.
 *
 * x - 360 * (int)((x + 180) / 360) lies between -180 and 180 whatever x is, which ranges alone do
 * not see: they take the two x for different numbers. So a node also has a linear combination of a
 * few other nodes, its bases, with an error in an interval (Mine, "Relational abstract domains for
 * the detection of floating-point run-time errors", ESOP 2004). Rounding is part of the error, half
 * a unit in the last place of the largest result, and so is the rounding of the form's own
 * coefficients.
 *
 * Forms are made anew for each box, since the errors depend on the ranges. A node that is no linear
 * operation, or needs too many bases, is a base itself. Nothing is known of nodes that may be
 * infinite or NaN. */
#include "smt/boxes/interval.h"

#include <math.h>

static double down(double x) { return nextafter(x, -INFINITY); }
static double up(double x) { return nextafter(x, INFINITY); }

static void set_error(struct iv_form *f, double lo, double hi) { f->lo = lo, f->hi = hi; }

static void widen(struct iv_form *f, double by) {
    f->lo = down(f->lo - by);
    f->hi = up(f->hi + by);
}

/* The node's range as doubles that enclose it; false if it may be infinite, NaN or too large. */
static bool bounds_of(const struct iv_problem *p, const struct iv *box, uint32_t node, double *lo,
                      double *hi) {
    const struct iv_node *d = &p->nodes.at[node];
    if (d->kind == IV_FLOAT) {
        *lo = box[node].f.lo, *hi = box[node].f.hi;
        return !box[node].f.nan && *lo <= *hi && isfinite(*lo) && isfinite(*hi);
    }
    if (d->kind != IV_BV) return false;
    *lo = down((double)box[node].b.slo), *hi = up((double)box[node].b.shi);
    return true;
}

static double magnitude(double lo, double hi) { return fmax(fabs(lo), fabs(hi)); }

static double size_of(const struct iv_problem *p, const struct iv *box, uint32_t node) {
    double lo = 0, hi = 0;
    return bounds_of(p, box, node, &lo, &hi) ? magnitude(lo, hi) : INFINITY;
}

static struct iv_form itself(uint32_t node) { return (struct iv_form){.n = 1, .base = {node}, .coef = {1}}; }

static struct iv_form constant(double v) { return (struct iv_form){.lo = v, .hi = v}; }

/* What a coefficient loses by being rounded, at most. */
static double coefficient_error(double c, double base) {
    return up(up(fabs(c) * 0x1p-52 + 0x1p-1000) * base);
}

/* a + sign * b; FORM_NONE if there are too many bases. */
static struct iv_form add(const struct iv_problem *p, const struct iv *box, const struct iv_form *a,
                          const struct iv_form *b, double sign) {
    struct iv_form r = *a;
    double blo = sign > 0 ? b->lo : -b->hi, bhi = sign > 0 ? b->hi : -b->lo, lost = 0;
    set_error(&r, down(a->lo + blo), up(a->hi + bhi));
    for (uint32_t j = 0; j < b->n; j++) {
        uint32_t i = 0;
        while (i < r.n && r.base[i] != b->base[j]) i++;
        if (i == FORM_BASES) return (struct iv_form){.n = FORM_NONE};
        if (i == r.n) {
            r.base[i] = b->base[j], r.coef[i] = sign * b->coef[j];
            r.n++;
            continue;
        }
        r.coef[i] += sign * b->coef[j];
        lost += coefficient_error(r.coef[i], size_of(p, box, r.base[i]));
        if (r.coef[i] != 0) continue;
        r.n--;
        r.base[i] = r.base[r.n], r.coef[i] = r.coef[r.n];
    }
    if (lost > 0) widen(&r, up(lost) * 1.0001);
    return r;
}

/* k * a, or a / k */
static struct iv_form scale(const struct iv_problem *p, const struct iv *box, const struct iv_form *a,
                            double k, bool divide) {
    struct iv_form r = *a;
    double lo = divide ? a->lo / k : a->lo * k, hi = divide ? a->hi / k : a->hi * k, lost = 0;
    set_error(&r, down(fmin(lo, hi)), up(fmax(lo, hi)));
    for (uint32_t i = 0; i < r.n; i++) {
        r.coef[i] = divide ? a->coef[i] / k : a->coef[i] * k;
        lost += coefficient_error(r.coef[i], size_of(p, box, r.base[i]));
    }
    if (lost > 0) widen(&r, up(lost) * 1.0001);
    return r;
}

/* Half a unit in the last place of results up to `size`, with subnormal ones in mind. */
static double rounding(bool single, double size) {
    return single ? up(size * 0x1p-24) + 0x1p-149 : up(size * 0x1p-53) + 0x1p-1073;
}

/* The form's own bounds. */
static bool form_bounds(const struct iv_problem *p, const struct iv *box, const struct iv_form *f, double *lo,
                        double *hi) {
    if (f->n == FORM_NONE) return false;
    *lo = f->lo, *hi = f->hi;
    for (uint32_t i = 0; i < f->n; i++) {
        double a = 0, b = 0;
        if (!bounds_of(p, box, f->base[i], &a, &b)) return false;
        double x = f->coef[i] * a, y = f->coef[i] * b;
        *lo = down(*lo + down(fmin(x, y)));
        *hi = up(*hi + up(fmax(x, y)));
    }
    return isfinite(*lo) && isfinite(*hi);
}

bool iv_difference(const struct iv_problem *p, const struct iv *box, uint32_t a, uint32_t b, double *lo,
                   double *hi) {
    if (p->form[a].n == FORM_NONE || p->form[b].n == FORM_NONE) return false;
    struct iv_form f = add(p, box, &p->form[a], &p->form[b], -1);
    return form_bounds(p, box, &f, lo, hi);
}

/* ---- pairs of inequalities ---- */

enum { MOST_INEQUALITIES = 24 };

struct inequality {
    struct iv_form f; /* f <= 0 */
    uint64_t why;
};

/* A comparison of floats whose truth is known; NaN would make it false. */
static bool inequality_at(const struct iv_problem *p, const struct iv *box, uint32_t node,
                          struct inequality *q) {
    const struct iv_node *d = &p->nodes.at[node];
    if ((d->op != OP_FP_LT && d->op != OP_FP_LE) || box[node].truth == MAY_BOTH) return false;
    bool holds = box[node].truth == MAY_TRUE;
    uint32_t a = iv_arg(p, d, holds ? 0 : 1), b = iv_arg(p, d, holds ? 1 : 0);
    if (p->nodes.at[a].kind != IV_FLOAT || box[a].f.nan || box[b].f.nan) return false;
    if (p->form[a].n == FORM_NONE || p->form[b].n == FORM_NONE) return false;
    q->f = add(p, box, &p->form[a], &p->form[b], -1);
    q->why = box[node].why | box[a].why | box[b].why;
    return q->f.n != FORM_NONE && q->f.n > 1 && isfinite(q->f.lo) && isfinite(q->f.hi);
}

/* f + c * g <= 0 with c > 0 such that a base of both goes away: can that be? */
static bool contradict(const struct iv_problem *p, const struct iv *box, const struct iv_form *f,
                       const struct iv_form *g) {
    for (uint32_t i = 0; i < f->n; i++)
        for (uint32_t j = 0; j < g->n; j++) {
            double c = -f->coef[i] / g->coef[j], lo, hi;
            if (f->base[i] != g->base[j] || !(c > 0) || !isfinite(c)) continue;
            struct iv_form scaled = scale(p, box, g, c, false), sum = add(p, box, f, &scaled, 1);
            if (form_bounds(p, box, &sum, &lo, &hi) && lo > 0) return true;
        }
    return false;
}

bool iv_linear_conflict(const struct iv_problem *p, const struct iv *box, uint64_t *why) {
    struct inequality q[MOST_INEQUALITIES];
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->nodes.n && n < MOST_INEQUALITIES; i++) n += inequality_at(p, box, i, &q[n]);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++)
            if (contradict(p, box, &q[i].f, &q[j].f)) {
                *why |= q[i].why | q[j].why;
                return true;
            }
    return false;
}

static bool is_constant(const struct iv_problem *p, const struct iv *box, uint32_t node, double *v) {
    double lo = 0, hi = 0;
    if (p->nodes.at[node].kind == IV_BV) {
        *v = (double)box[node].b.slo;
        return box[node].b.slo == box[node].b.shi && fabs(*v) < 0x1p53;
    }
    bool one = bounds_of(p, box, node, &lo, &hi) && lo == hi;
    *v = lo;
    return one;
}

static struct iv_form product(const struct iv_problem *p, const struct iv *box, const struct iv_node *d) {
    uint32_t a = iv_arg(p, d, 0), b = iv_arg(p, d, 1);
    double k;
    if (is_constant(p, box, b, &k) && k != 0 && p->form[a].n != FORM_NONE)
        return scale(p, box, &p->form[a], k, d->op == OP_FP_DIV);
    if (d->op != OP_FP_DIV && is_constant(p, box, a, &k) && k != 0 && p->form[b].n != FORM_NONE)
        return scale(p, box, &p->form[b], k, false);
    return (struct iv_form){.n = FORM_NONE};
}

/* Bit-vector operations whose result, as a signed number, is that of the integers. */
static struct iv_form integer_form(const struct iv_problem *p, const struct iv *box,
                                   const struct iv_node *d) {
    struct iv_form none = {.n = FORM_NONE}, r = constant(0);
    double lo, hi, half = ldexp(1, (int)d->width - 1);
    uint32_t a = d->n ? iv_arg(p, d, 0) : 0;
    switch (d->op) {
    case OP_BV_ADD:
        for (uint32_t i = 0; i < d->n && r.n != FORM_NONE; i++) {
            if (p->form[iv_arg(p, d, i)].n == FORM_NONE) return none;
            r = add(p, box, &r, &p->form[iv_arg(p, d, i)], 1);
        }
        break;
    case OP_BV_MUL: r = product(p, box, d); break;
    case OP_BV_SEXT: r = p->form[a]; break;
    case OP_FP_TO_SBV:
        if (p->form[a].n == FORM_NONE) return none;
        r = p->form[a];
        lo = box[a].f.lo, hi = box[a].f.hi;
        if (!(lo > -half) || !(hi < half)) return none;
        set_error(&r, hi <= 0 ? r.lo : down(r.lo - 1), lo >= 0 ? r.hi : up(r.hi + 1));
        break;
    default: return none;
    }
    /* a sum or product that may wrap is not what it seems */
    if (!form_bounds(p, box, &r, &lo, &hi) || !(lo >= -half) || !(hi < half)) return none;
    return r;
}

static struct iv_form float_form(const struct iv_problem *p, const struct iv *box, const struct iv_node *d,
                                 uint32_t node) {
    struct iv_form r = {.n = FORM_NONE};
    uint32_t a = d->n ? iv_arg(p, d, 0) : 0, b = d->n > 1 ? iv_arg(p, d, 1) : 0;
    bool known = d->n && p->form[a].n != FORM_NONE;
    double error = rounding(d->single, size_of(p, box, node));
    switch (d->op) {
    case OP_FP_ADD:
    case OP_FP_SUB:
        if (known && p->form[b].n != FORM_NONE)
            r = add(p, box, &p->form[a], &p->form[b], d->op == OP_FP_ADD ? 1 : -1);
        break;
    case OP_FP_MUL:
    case OP_FP_DIV: r = product(p, box, d); break;
    case OP_FP_NEG: return known ? scale(p, box, &p->form[a], -1, false) : r;
    case OP_FP_FROM_FP:
        if (known) r = p->form[a];
        break;
    case OP_FP_FROM_SBV:
        if (known) r = p->form[a];
        if (size_of(p, box, a) < (d->single ? 0x1p24 : 0x1p53)) error = 0;
        break;
    default: break;
    }
    if (r.n != FORM_NONE && error > 0) widen(&r, error);
    return r;
}

static struct iv_form form_of(const struct iv_problem *p, const struct iv *box, uint32_t node) {
    const struct iv_node *d = &p->nodes.at[node];
    double v;
    if (is_constant(p, box, node, &v)) return constant(v);
    if (d->op == OP_ITE && d->n) {
        uint8_t c = box[iv_arg(p, d, 0)].truth;
        return c == MAY_BOTH ? itself(node) : p->form[iv_arg(p, d, c == MAY_TRUE ? 1 : 2)];
    }
    struct iv_form r = d->kind == IV_BV ? integer_form(p, box, d) : float_form(p, box, d, node);
    return r.n == FORM_NONE || !isfinite(r.lo) || !isfinite(r.hi) ? itself(node) : r;
}

bool iv_linear(struct iv_problem *p, struct iv *box, uint32_t node) {
    const struct iv_node *d = &p->nodes.at[node];
    double lo, hi;
    struct iv_form *f = &p->form[node];
    *f = (struct iv_form){.n = FORM_NONE};
    if ((d->kind != IV_FLOAT && d->kind != IV_BV) || !bounds_of(p, box, node, &lo, &hi)) return true;
    *f = form_of(p, box, node);
    if (f->n == 1 && f->base[0] == node) return true;
    if (!form_bounds(p, box, f, &lo, &hi)) return true;
    bool changed = false;
    struct iv by = {.why = box[node].why};
    if (d->kind == IV_FLOAT) by.f = (struct iv_float){lo, hi, false};
    else by.b = bv_range(d->width, true, (i128)floor(fmax(lo, -0x1p64)), (i128)ceil(fmin(hi, 0x1p64)));
    if (!iv_meet(d, &box[node], &by, &changed)) return false;
    if (!f->n && f->lo < f->hi) *f = itself(node);
    return true;
}
