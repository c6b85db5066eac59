/* Ranges: all values, intersection, hull. */
#include "smt/boxes/interval.h"

#include <math.h>
#include <string.h>

double iv_next(bool single, double x) {
    return single ? (double)nextafterf((float)x, INFINITY) : nextafter(x, INFINITY);
}
double iv_previous(bool single, double x) { return -iv_next(single, -x); }

static i128 smallest(uint32_t w) { return -((i128)1 << (w - 1)); }
static i128 largest(uint32_t w) { return ((i128)1 << (w - 1)) - 1; }

static struct iv_bv bv_top(uint32_t w) {
    if (w > 64) w = 100; /* such a node is never looked at */
    return (struct iv_bv){smallest(w), largest(w), 0, ((i128)1 << w) - 1};
}

/* Each view tells something about the other where its numbers have one sign. */
static void reconcile(uint32_t w, struct iv_bv *x) {
    i128 wrap = (i128)1 << w;
    if (x->slo >= 0 || x->shi < 0) {
        i128 add = x->shi < 0 ? wrap : 0;
        if (x->slo + add > x->ulo) x->ulo = x->slo + add;
        if (x->shi + add < x->uhi) x->uhi = x->shi + add;
    }
    if (x->uhi <= largest(w) || x->ulo > largest(w)) {
        i128 add = x->ulo > largest(w) ? wrap : 0;
        if (x->ulo - add > x->slo) x->slo = x->ulo - add;
        if (x->uhi - add < x->shi) x->shi = x->uhi - add;
    }
}

struct iv_bv bv_range(uint32_t w, bool is_signed, i128 lo, i128 hi) {
    struct iv_bv x = bv_top(w);
    if (lo > hi || lo < (is_signed ? x.slo : x.ulo) || hi > (is_signed ? x.shi : x.uhi)) return x;
    if (is_signed) x.slo = lo, x.shi = hi;
    else x.ulo = lo, x.uhi = hi;
    reconcile(w, &x);
    return x;
}

static double number_of(term t) {
    uint64_t bits = term_value(t).lo;
    double d;
    float f;
    uint32_t low = (uint32_t)bits;
    memcpy(&d, &bits, sizeof d);
    memcpy(&f, &low, sizeof f);
    return term_width(t) == 64 ? d : (double)f;
}

static struct iv constant(const struct iv_node *d) {
    struct iv x = {0};
    if (d->kind == IV_BOOL) x.truth = d->t == term_true() ? MAY_TRUE : MAY_FALSE;
    if (d->kind == IV_BV) {
        i128 v = (i128)term_value(d->t).lo;
        x.b = bv_range(d->width, false, v, v);
    }
    if (d->kind == IV_FLOAT) {
        double v = number_of(d->t);
        x.f = isnan(v) ? (struct iv_float){INFINITY, -INFINITY, true} : (struct iv_float){v, v, false};
    }
    return x;
}

struct iv iv_all(const struct iv_node *d) {
    struct iv x = {0};
    if (d->kind != IV_OTHER && term_is_const(d->t)) return constant(d);
    if (d->kind == IV_BOOL) x.truth = MAY_BOTH;
    if (d->kind == IV_BV) x.b = bv_top(d->width);
    if (d->kind == IV_FLOAT) x.f = (struct iv_float){-INFINITY, INFINITY, true};
    return x;
}

static bool raise(i128 *lo, i128 by, bool *changed) {
    if (by <= *lo) return false;
    *lo = by;
    return *changed = true;
}

static bool lower(i128 *hi, i128 by, bool *changed) {
    if (by >= *hi) return false;
    *hi = by;
    return *changed = true;
}

static bool meet_bv(uint32_t w, struct iv_bv *to, const struct iv_bv *by, bool *changed) {
    raise(&to->slo, by->slo, changed);
    raise(&to->ulo, by->ulo, changed);
    lower(&to->shi, by->shi, changed);
    lower(&to->uhi, by->uhi, changed);
    if (to->slo > to->shi || to->ulo > to->uhi) return false;
    reconcile(w, to);
    return to->slo <= to->shi && to->ulo <= to->uhi;
}

/* The least number of the format that is not below x. */
static double ceiling(bool single, double x) {
    if (!single) return x;
    float f = (float)x;
    return (double)f < x ? (double)nextafterf(f, INFINITY) : (double)f;
}

/* Bounds are numbers of the format. */
static bool meet_float(bool single, struct iv_float *to, const struct iv_float *by, bool *changed) {
    struct iv_float before = *to;
    if (by->lo > to->lo) to->lo = ceiling(single, by->lo);
    if (by->hi < to->hi) to->hi = -ceiling(single, -by->hi);
    to->nan &= by->nan;
    *changed |= to->lo != before.lo || to->hi != before.hi || to->nan != before.nan;
    return to->nan || to->lo <= to->hi;
}

bool iv_meet(const struct iv_node *d, struct iv *to, const struct iv *by, bool *changed) {
    bool shrank = false, some = true;
    if (d->kind == IV_BOOL) {
        uint8_t both = to->truth & by->truth;
        shrank = both != to->truth;
        to->truth = both;
        some = both;
    } else if (d->kind == IV_BV) {
        some = meet_bv(d->width, &to->b, &by->b, &shrank);
    } else if (d->kind == IV_FLOAT) {
        some = meet_float(d->single, &to->f, &by->f, &shrank);
    }
    if (shrank) to->why |= by->why;
    *changed |= shrank;
    return some;
}

static i128 least(i128 a, i128 b) { return a < b ? a : b; }
static i128 greatest(i128 a, i128 b) { return a > b ? a : b; }

struct iv iv_hull(const struct iv_node *d, const struct iv *a, const struct iv *b) {
    struct iv x = {.why = a->why | b->why};
    if (d->kind == IV_BOOL) x.truth = a->truth | b->truth;
    if (d->kind == IV_BV)
        x.b = (struct iv_bv){least(a->b.slo, b->b.slo), greatest(a->b.shi, b->b.shi),
                             least(a->b.ulo, b->b.ulo), greatest(a->b.uhi, b->b.uhi)};
    if (d->kind == IV_FLOAT)
        x.f = (struct iv_float){fmin(a->f.lo, b->f.lo), fmax(a->f.hi, b->f.hi), a->f.nan || b->f.nan};
    return x;
}

bool iv_is_point(const struct iv_node *d, const struct iv *x) {
    if (d->kind == IV_BOOL) return x->truth != MAY_BOTH;
    if (d->kind == IV_BV) return x->b.slo == x->b.shi || x->b.ulo == x->b.uhi;
    if (d->kind == IV_FLOAT) return x->f.nan ? x->f.lo > x->f.hi : x->f.lo == x->f.hi;
    return true;
}
