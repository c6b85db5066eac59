/* Linear forms with intervals for coefficients; all arithmetic is rounded outwards by one
 * number. */
#include "smt/boxes/cover.h"

#include <math.h>
#include <string.h>

static double below(double x) { return nextafter(x, -INFINITY); }
static double above(double x) { return nextafter(x, INFINITY); }

static struct pair plus(struct pair a, struct pair b) {
    return (struct pair){below(a.lo + b.lo), above(a.hi + b.hi)};
}
static struct pair minus(struct pair a) { return (struct pair){-a.hi, -a.lo}; }

static struct pair times(struct pair a, struct pair b) {
    double x[] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi}, lo = x[0], hi = x[0];
    for (int i = 1; i < 4; i++) {
        if (x[i] < lo) lo = x[i];
        if (x[i] > hi) hi = x[i];
    }
    return (struct pair){below(lo), above(hi)};
}

static bool is_finite(struct pair a) { return isfinite(a.lo) && isfinite(a.hi); }

/* ---- ranges as numbers ---- */

static bool is_host_format(sort s) {
    uint32_t e = sort_exponent(s), m = sort_significand(s);
    return (e == 8 && m == 24) || (e == 11 && m == 53);
}

static double number_at(sort s, i128 place) {
    uint64_t bits = cover_at(s, place).lo;
    double d = 0;
    if (sort_width(s) == 64) {
        memcpy(&d, &bits, sizeof d);
        return d;
    }
    uint32_t half = (uint32_t)bits;
    float f = 0;
    memcpy(&f, &half, sizeof f);
    return (double)f;
}

/* False if the node may be NaN or infinite, or is no number. */
static bool numbers(const struct cover *c, const struct float_span *box, uint32_t node, struct pair *r) {
    sort s = term_sort(cover_term(c, node));
    struct float_span x = box[node];
    if (!cover_knows(s) || x.nan || x.lo > x.hi) return false;
    if (sort_kind_of(s) == SORT_BV) {
        *r = (struct pair){below((double)x.lo), above((double)x.hi)};
        return true;
    }
    if (sort_kind_of(s) != SORT_FLOAT || !is_host_format(s)) return false;
    *r = (struct pair){number_at(s, x.lo), number_at(s, x.hi)};
    return is_finite(*r);
}

/* The single number that the node has. */
static bool is_number(const struct cover *c, const struct float_span *box, uint32_t node, double *v) {
    struct pair r;
    if (box[node].lo != box[node].hi || !numbers(c, box, node, &r)) return false;
    *v = sort_kind_of(term_sort(cover_term(c, node))) == SORT_BV ? (double)box[node].lo : r.lo;
    return fabs(*v) < 0x1p53;
}

/* ---- forms ---- */

static struct cover_form base(uint32_t node) {
    return (struct cover_form){.n = 1, .base = {node}, .coef = {{1, 1}}};
}

static bool evaluate(const struct cover *c, const struct float_span *box, const struct cover_form *f,
                     struct pair *r) {
    if (f->n == COVER_NONE) return false;
    *r = f->rest;
    for (uint32_t i = 0; i < f->n; i++) {
        struct pair x;
        if (!numbers(c, box, f->base[i], &x)) return false;
        *r = plus(*r, times(f->coef[i], x));
    }
    return is_finite(*r);
}

/* Terms whose coefficient may be 0 become part of the rest. */
static void fold(const struct cover *c, const struct float_span *box, struct cover_form *f) {
    for (uint32_t i = 0; i < f->n;) {
        struct pair x = {-INFINITY, INFINITY};
        if (f->coef[i].lo > 0 || f->coef[i].hi < 0 || !numbers(c, box, f->base[i], &x)) {
            i++;
            continue;
        }
        f->rest = plus(f->rest, times(f->coef[i], x));
        f->n--;
        f->base[i] = f->base[f->n], f->coef[i] = f->coef[f->n];
    }
}

static struct cover_form sum(const struct cover *c, const struct float_span *box, struct cover_form a,
                             struct cover_form b) {
    if (a.n == COVER_NONE || b.n == COVER_NONE) return (struct cover_form){.n = COVER_NONE};
    a.rest = plus(a.rest, b.rest);
    for (uint32_t j = 0; j < b.n; j++) {
        uint32_t i = 0;
        while (i < a.n && a.base[i] != b.base[j]) i++;
        if (i == COVER_BASES) return (struct cover_form){.n = COVER_NONE};
        if (i == a.n) a.n++, a.base[i] = b.base[j], a.coef[i] = b.coef[j];
        else a.coef[i] = plus(a.coef[i], b.coef[j]);
    }
    fold(c, box, &a);
    return a;
}

static struct cover_form scaled(struct cover_form a, struct pair by) {
    if (a.n == COVER_NONE) return a;
    a.rest = times(a.rest, by);
    for (uint32_t i = 0; i < a.n; i++) a.coef[i] = times(a.coef[i], by);
    return a;
}

bool cover_gap(const struct cover *c, const struct float_span *box, uint32_t a, uint32_t b,
               struct pair *gap) {
    struct cover_form f = sum(c, box, c->form[a], scaled(c->form[b], (struct pair){-1, -1}));
    return evaluate(c, box, &f, gap);
}

/* What is at most 0 if the comparison at the node is as the box says: its left side minus its right
 * side, or the reverse. */
static struct cover_form slack(const struct cover *c, const struct float_span *box, uint32_t node) {
    struct cover_form none = {.n = COVER_NONE};
    enum term_op op = term_op_of(cover_term(c, node));
    if ((op != OP_FP_LT && op != OP_FP_LE) || box[node].lo != box[node].hi) return none;
    uint32_t a = graph_arg(&c->g, node, 0), b = graph_arg(&c->g, node, 1);
    if (box[a].nan || box[b].nan) return none; /* then "not a < b" says nothing */
    struct pair back = {-1, -1};
    return box[node].lo ? sum(c, box, c->form[a], scaled(c->form[b], back))
                        : sum(c, box, c->form[b], scaled(c->form[a], back));
}

/* Is x + k * y > 0 for a k > 0 that takes the base with these numbers out of both? */
static bool positive_without(const struct cover *c, const struct float_span *box, const struct cover_form *x,
                             uint32_t i, const struct cover_form *y, uint32_t j) {
    struct pair total;
    double k = -x->coef[i].lo / y->coef[j].lo;
    if (!(k > 0) || !isfinite(k)) return false;
    struct cover_form s = sum(c, box, *x, scaled(*y, (struct pair){k, k}));
    return evaluate(c, box, &s, &total) && total.lo > 0;
}

bool cover_clash(const struct cover *c, const struct float_span *box) {
    enum { MOST = 24 };
    struct cover_form all[MOST];
    uint32_t n = 0;
    for (uint32_t node = 0; node < c->g.nodes.n && n < MOST; node++) {
        all[n] = slack(c, box, node);
        if (all[n].n != COVER_NONE && all[n].n > 1) n++;
    }
    for (uint32_t x = 0; x < n; x++)
        for (uint32_t y = 0; y < x; y++)
            for (uint32_t i = 0; i < all[x].n; i++)
                for (uint32_t j = 0; j < all[y].n; j++)
                    if (all[x].base[i] == all[y].base[j] && positive_without(c, box, &all[x], i, &all[y], j))
                        return true;
    return false;
}

/* Half of the distance between neighbours, where results are as large as the node's. */
static struct pair rounding(const struct cover *c, const struct float_span *box, uint32_t node) {
    struct pair r = {0, 0};
    sort s = term_sort(cover_term(c, node));
    if (!numbers(c, box, node, &r)) return (struct pair){-INFINITY, INFINITY};
    double size = fabs(r.lo) > fabs(r.hi) ? fabs(r.lo) : fabs(r.hi);
    double e = above(ldexp(size, -(int)sort_significand(s))) + ldexp(1, sort_width(s) == 64 ? -1073 : -149);
    return (struct pair){-e, e};
}

static struct cover_form product(const struct cover *c, const struct float_span *box, uint32_t node,
                                 bool divide) {
    uint32_t a = graph_arg(&c->g, node, 0), b = graph_arg(&c->g, node, 1);
    double k;
    if (is_number(c, box, b, &k) && k != 0)
        return scaled(c->form[a], divide ? (struct pair){below(1 / k), above(1 / k)} : (struct pair){k, k});
    if (!divide && is_number(c, box, a, &k)) return scaled(c->form[b], (struct pair){k, k});
    return (struct cover_form){.n = COVER_NONE};
}

/* trunc moves a number towards 0, by less than 1. */
static struct pair truncation(struct pair x) { return (struct pair){x.hi <= 0 ? 0 : -1, x.lo >= 0 ? 0 : 1}; }

/* Where the integers' result fits, it is the bit-vectors' result. */
static struct cover_form checked(const struct cover *c, const struct float_span *box, uint32_t node,
                                 struct cover_form f) {
    struct pair r;
    double half = ldexp(1, (int)term_width(cover_term(c, node)) - 1);
    bool fits = evaluate(c, box, &f, &r) && r.lo >= -half && r.hi < half;
    return fits ? f : (struct cover_form){.n = COVER_NONE};
}

static struct cover_form form_of(const struct cover *c, const struct float_span *box, uint32_t node) {
    struct cover_form f = {.n = COVER_NONE}, zero = {0};
    term t = cover_term(c, node);
    uint32_t n = c->g.nodes.at[node].n, a = n ? graph_arg(&c->g, node, 0) : 0,
             b = n > 1 ? graph_arg(&c->g, node, 1) : 0;
    struct pair x;
    switch (term_op_of(t)) {
    case OP_ITE:
        if (n && box[a].lo == box[a].hi) return c->form[graph_arg(&c->g, node, box[a].lo ? 1 : 2)];
        return f;
    case OP_BV_ADD:
        f = zero;
        for (uint32_t i = 0; i < n; i++) f = sum(c, box, f, c->form[graph_arg(&c->g, node, i)]);
        return checked(c, box, node, f);
    case OP_BV_MUL: return n == 2 ? checked(c, box, node, product(c, box, node, false)) : f;
    case OP_BV_SEXT: return c->form[a];
    case OP_FP_TO_SBV:
        f = c->form[a];
        if (f.n == COVER_NONE || !numbers(c, box, a, &x)) return (struct cover_form){.n = COVER_NONE};
        f.rest = plus(f.rest, truncation(x));
        return checked(c, box, node, f);
    case OP_FP_NEG:
        f = c->form[a];
        f.rest = minus(f.rest);
        for (uint32_t i = 0; i < f.n && f.n != COVER_NONE; i++) f.coef[i] = minus(f.coef[i]);
        return f;
    case OP_FP_ADD: f = sum(c, box, c->form[a], c->form[b]); break;
    case OP_FP_SUB: f = sum(c, box, c->form[a], scaled(c->form[b], (struct pair){-1, -1})); break;
    case OP_FP_MUL:
    case OP_FP_DIV: f = product(c, box, node, term_op_of(t) == OP_FP_DIV); break;
    case OP_FP_FROM_FP:
    case OP_FP_FROM_SBV: f = c->form[a]; break;
    default: return f;
    }
    f.rest = plus(f.rest, rounding(c, box, node));
    return f;
}

/* The range of places, or of integers, that holds the numbers. */
static bool span_of(sort s, struct pair r, struct float_span *by) {
    if (sort_kind_of(s) == SORT_BV) {
        if (!(fabs(r.lo) < 0x1p65) || !(fabs(r.hi) < 0x1p65)) return false;
        *by = (struct float_span){(i128)floor(r.lo), (i128)ceil(r.hi), false};
        return true;
    }
    struct float_span x = {0, 0, false};
    if (sort_width(s) == 64) {
        value lo = {0, 0}, hi = {0, 0};
        memcpy(&lo.lo, &r.lo, sizeof r.lo);
        memcpy(&hi.lo, &r.hi, sizeof r.hi);
        x.lo = cover_place(s, lo), x.hi = cover_place(s, hi);
    } else {
        float l = (float)r.lo, h = (float)r.hi;
        uint32_t lo = 0, hi = 0;
        memcpy(&lo, &l, sizeof l);
        memcpy(&hi, &h, sizeof h);
        x.lo = cover_place(s, value_of(lo)) - 1, x.hi = cover_place(s, value_of(hi)) + 1;
    }
    *by = x;
    return true;
}

bool cover_linear(struct cover *c, const struct float_span *box, uint32_t node, struct float_span *by) {
    struct pair r;
    struct cover_form *f = &c->form[node];
    *f = (struct cover_form){.n = COVER_NONE};
    if (!numbers(c, box, node, &r)) return false;
    double v;
    if (is_number(c, box, node, &v)) {
        *f = (struct cover_form){.rest = {v, v}};
        return false;
    }
    *f = form_of(c, box, node);
    if (f->n == COVER_NONE || !is_finite(f->rest) || !evaluate(c, box, f, &r)) {
        *f = base(node);
        return false;
    }
    if (!f->n) *f = base(node);
    return span_of(term_sort(cover_term(c, node)), r, by);
}
