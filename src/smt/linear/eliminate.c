/* Fourier-Motzkin elimination over the rationals, with the constant of each row rounded as whole
 * numbers allow: 2 x - 1 <= 0 becomes x <= 0.
 *
 * Questions have few variables; where rows multiply nevertheless, or numbers grow too large, the
 * row or the whole question is given up, which loses a contradiction and makes none. */
#include <assert.h>

#include "smt/linear/linear.h"

enum { MAX_ROWS = 400 };

static i128 gcd(i128 a, i128 b) {
    if (a < 0) a = -a;
    if (b < 0) b = -b;
    while (b) {
        i128 r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static i128 ceiling(i128 a, i128 b) {
    assert(b > 0);
    return a >= 0 ? (a + b - 1) / b : -(-a / b);
}

bool linear_form_add(struct linear_form *to, const struct linear_form *f, i128 by) {
    i128 more;
    if (!i128_mul(f->k, by, &more) || !i128_add(to->k, more, &to->k)) return false;
    for (uint32_t i = 0; i < f->n; i++) {
        uint32_t k = 0;
        while (k < to->n && to->at[k].t < f->at[i].t) k++;
        bool there = k < to->n && to->at[k].t == f->at[i].t;
        if (!i128_mul(f->at[i].coef, by, &more) || (!there && to->n == LINEAR_TERMS)) return false;
        if (!there) {
            for (uint32_t j = to->n++; j > k; j--) to->at[j] = to->at[j - 1];
            to->at[k].t = f->at[i].t;
            to->at[k].coef = 0;
        }
        if (!i128_add(to->at[k].coef, more, &to->at[k].coef)) return false;
        if (to->at[k].coef) continue;
        for (uint32_t j = k + 1; j < to->n; j++) to->at[j - 1] = to->at[j];
        to->n--;
    }
    return true;
}

/* g * (rest) + k <= 0 is rest + ceiling(k / g) <= 0. */
static void normalize(struct linear_row *r) {
    i128 g = 0;
    for (uint32_t i = 0; i < r->f.n; i++) g = gcd(g, r->f.at[i].coef);
    if (g <= 1) return;
    for (uint32_t i = 0; i < r->f.n; i++) r->f.at[i].coef /= g;
    r->f.k = ceiling(r->f.k, g);
}

static bool same_terms(const struct linear_form *a, const struct linear_form *b) {
    bool same = a->n == b->n;
    for (uint32_t i = 0; same && i < a->n; i++)
        same = a->at[i].t == b->at[i].t && a->at[i].coef == b->at[i].coef;
    return same;
}

/* Of two rows that differ in the constant only, the stronger one stays. */
static void add_row(linear_rows *rows, struct linear_row r) {
    normalize(&r);
    for (uint32_t i = 0; i < rows->n; i++) {
        if (!same_terms(&rows->at[i].f, &r.f)) continue;
        if (r.f.k > rows->at[i].f.k) rows->at[i] = r;
        return;
    }
    VEC_PUSH(rows, r);
}

static i128 coefficient(const struct linear_form *f, term t) {
    for (uint32_t i = 0; i < f->n; i++)
        if (f->at[i].t == t) return f->at[i].coef;
    return 0;
}

/* How many rows eliminating t adds. */
static int64_t cost_of(const linear_rows *rows, term t) {
    int64_t above = 0, below = 0;
    for (uint32_t i = 0; i < rows->n; i++) {
        i128 c = coefficient(&rows->at[i].f, t);
        above += c > 0;
        below += c < 0;
    }
    return above * below - above - below;
}

static term cheapest(const linear_rows *rows) {
    term best = TERM_NONE;
    int64_t least = 0;
    for (uint32_t i = 0; i < rows->n; i++)
        for (uint32_t j = 0; j < rows->at[i].f.n; j++) {
            term t = rows->at[i].f.at[j].t;
            if (t == best) continue;
            int64_t cost = cost_of(rows, t);
            if (best && cost >= least) continue;
            best = t;
            least = cost;
        }
    return best;
}

static void combine(linear_rows *to, const struct linear_row *above, const struct linear_row *below, term t) {
    i128 a = coefficient(&above->f, t), b = -coefficient(&below->f, t), g = gcd(a, b);
    assert(a > 0 && b > 0);
    struct linear_row r = {.why = above->why | below->why};
    if (linear_form_add(&r.f, &above->f, b / g) && linear_form_add(&r.f, &below->f, a / g)) add_row(to, r);
}

static void eliminate(linear_rows *rows, term t) {
    linear_rows kept = {0};
    for (uint32_t i = 0; i < rows->n; i++)
        if (!coefficient(&rows->at[i].f, t)) add_row(&kept, rows->at[i]);
    for (uint32_t i = 0; i < rows->n && kept.n <= MAX_ROWS; i++)
        for (uint32_t j = 0; j < rows->n && kept.n <= MAX_ROWS; j++)
            if (coefficient(&rows->at[i].f, t) > 0 && coefficient(&rows->at[j].f, t) < 0)
                combine(&kept, &rows->at[i], &rows->at[j], t);
    VEC_RELEASE(rows);
    *rows = kept;
}

/* A row without terms that says that a positive number is none. */
static bool contradiction(const linear_rows *rows, linear_why *why) {
    for (uint32_t i = 0; i < rows->n; i++)
        if (rows->at[i].f.n == 0 && rows->at[i].f.k > 0) {
            *why = rows->at[i].why;
            return true;
        }
    return false;
}

bool linear_eliminate(linear_rows *rows, linear_why *why) {
    linear_rows all = {0};
    for (uint32_t i = 0; i < rows->n; i++) add_row(&all, rows->at[i]);
    bool found = contradiction(&all, why);
    for (term t = cheapest(&all); t && !found && all.n <= MAX_ROWS; t = cheapest(&all)) {
        eliminate(&all, t);
        found = contradiction(&all, why);
    }
    VEC_RELEASE(&all);
    VEC_CLEAR(rows);
    return found;
}
