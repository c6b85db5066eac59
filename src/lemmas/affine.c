/* Affine equalities modulo 2^w: a1*x1 + ... + an*xn = b over the columns of one width.
 *
 * The coefficients that fit a set of states are the kernel of the matrix D of their differences
 * over the ring Z/2^w (kernel.h; Elder et al., "Abstract domains of affine relations", TOPLAS
 * 2014). A vector of the kernel is an equation; 2^(w-k) at a pivot is a congruence, e.g. parity.
 *
 * A state that violates an equality becomes one more row, so the facts that reach the filter's
 * fixpoint are the strongest inductive affine invariant over the columns, the one that Müller-Olm
 * and Seidl (ESOP 2005) compute by abstract interpretation, only that guards and nonlinear
 * assignments are interpreted exactly, by the solver. The chain is short: each row that changes
 * anything adds a pivot or lowers a valuation, at most w*n times.
 *
 * Columns narrower than the width in question take part zero- and sign-extended. Limit: 64 bits.
 *
 * Products: of the variables that no equality determines, monomials are columns of a second system
 * (Müller-Olm and Seidl, "Computing polynomial program invariants", IPL 2004). Which ones, the
 * program's assignments say (degrees.c):
 *
 *     while (i < n) { i++; lines += i; triangles += lines; }    2 * lines = i * i + i 3 * triangles
 *                                                               = i * lines + 2 * lines
 *
 * An equation that follows from those before it by algebra is left out. The normal form of terms
 * multiplies sums out, so that most of their queries are decided without a multiplier. */
#include <assert.h>
#include <stdlib.h>

#include "lemmas/degrees.h"
#include "lemmas/kernel.h"
#include "lemmas/supplier.h"
#include "smt/equalities.h"
#include "term/ideal.h"

enum {
    MAX_AFFINE = 24,
    MAX_FACTORS = 6,
    MAX_POINT = MONOMIALS_MAX
}; /* columns of one system, variables that products are made of */

struct equation_system {
    uint32_t class, width;
    term_vec columns;
    VEC(uint64_t)
    rows; /* the echelon form of the differences; at most `columns.n` rows survive a reduction */
    VEC(uint64_t) origin; /* the state that differences are taken from */
    bool products;        /* no congruences: most that hold of products hold always */
};

struct affine_hull {
    VEC(struct equation_system) systems; /* the group is the index */
};

static void *affine_create(struct workshop *w) {
    (void)w;
    return MEM_NEW(struct affine_hull);
}

static void affine_destroy(void *state) {
    struct affine_hull *a = state;
    for (uint32_t i = 0; i < a->systems.n; i++) {
        VEC_RELEASE(&a->systems.at[i].columns);
        VEC_RELEASE(&a->systems.at[i].rows);
        VEC_RELEASE(&a->systems.at[i].origin);
    }
    VEC_RELEASE(&a->systems);
    free(a);
}

/* ---- facts ---- */

static uint64_t column_value(const struct equation_system *s, const uint64_t *row, uint32_t j) {
    (void)s;
    return row[j];
}

static uint32_t bits_of(uint64_t c, uint32_t width) {
    assert(width >= 1 && width <= 64);
    uint64_t negative = (0 - c) & bits_mask64(width), least = negative < c ? negative : c;
    uint32_t n = 0;
    for (; least; least >>= 1) n++;
    return n;
}

/* The vector of the kernel with this number at a column without a pivot. */
static void solution(const struct kernel *m, uint32_t column, uint64_t number, uint64_t *a) {
    assert(number & 1);
    memset(a, 0, m->n * sizeof *a);
    a[column] = number;
    kernel_complete(m, m->rank, a);
}

static uint32_t cost_of(const struct kernel *m, const uint64_t *a, uint32_t width) {
    uint32_t cost = 0;
    for (uint32_t j = 0; j < m->n; j++) cost += bits_of(a[j], width);
    return cost;
}

/* An equation may be multiplied by odd numbers: by one that makes the coefficients small (9 * j
 * instead of the inverse of 9), which the solver is grateful for. Its upper bits mean nothing where
 * the first solution has chosen a component that is determined modulo a smaller power only. */
static void small_solution(const struct equation_system *s, const struct kernel *m, uint32_t column,
                           uint64_t *a) {
    uint64_t *first = mem_zero(m->n, sizeof *first), best = 1;
    uint32_t least = UINT32_MAX, coarsest = 0;
    for (uint32_t r = 0; r < m->rank; r++)
        if (kernel_exponent(m, r) > coarsest) coarsest = kernel_exponent(m, r);
    if (coarsest > s->width / 2) coarsest = s->width / 2;
    solution(m, column, 1, first);
    for (uint32_t i = 0; i < m->n; i++) {
        if (!(first[i] & 1)) continue;
        uint64_t unit = kernel_representative(m, bits_inverse64(first[i]), coarsest);
        solution(m, column, unit, a);
        uint32_t cost = cost_of(m, a, s->width);
        if (cost < least) least = cost, best = unit;
    }
    solution(m, column, best, a);
    free(first);
}

/* Few states make equations of their own; those with large coefficients are never meant. */
static bool is_plausible(const struct equation_system *s, const uint64_t *a) {
    enum { SMALL = 10 };
    for (uint32_t j = 0; j < s->columns.n; j++)
        if (bits_of(a[j], s->width) > SMALL) return false;
    return true;
}

/* sum a_j * column_j = b, where b is the value at the origin. */
static term equality(const struct equation_system *s, const uint64_t *a) {
    uint32_t w = s->width;
    uint64_t b = 0;
    term sum = term_bv(w, 0);
    for (uint32_t j = 0; j < s->columns.n; j++) {
        if (!a[j]) continue;
        b += a[j] * column_value(s, s->origin.at, j);
        sum = term_bv_add(sum, term_bv_mul(term_bv(w, a[j]), s->columns.at[j]));
    }
    return term_eq(term_bv(w, b & bits_mask64(w)), sum);
}

static void reduce(struct equation_system *s, struct kernel *m) {
    *m = (struct kernel){.at = s->rows.at,
                         .n = s->columns.n,
                         .rows = s->rows.n / s->columns.n,
                         .mask = bits_mask64(s->width),
                         .early_columns = s->products};
    kernel_eliminate(m);
    s->rows.n = m->rank * m->n; /* the rest is 0 */
}

/* Adds the equation unless algebra sees that it follows from those of products before it. */
static void add_product_equality(struct pool *p, struct equation_system *s, uint32_t group, uint32_t self,
                                 term fact, ideal_equations *before) {
    p->w->equal_products = true;
    if (p->pass < PASS_PRODUCTS || term_op_of(fact) != OP_EQ) return;
    struct ideal_equation e = {term_arg(fact, 0), term_arg(fact, 1)};
    if (ideal_contains(before, e, NULL)) return;
    VEC_PUSH(before, e);
    pool_add(p, s->class, self, group, fact);
}

/* None of products and remainders: most of those hold always, or by accident, and all are hard. */
static void add_congruences(struct pool *p, struct equation_system *s, const struct kernel *m, uint32_t group,
                            uint32_t self, uint64_t *a) {
    for (uint32_t r = 0; r < m->rank; r++) {
        uint32_t k = kernel_exponent(m, r);
        if (k == 0) continue;
        memset(a, 0, m->n * sizeof *a);
        a[m->pivot[r]] = UINT64_C(1) << (s->width - k);
        kernel_complete(m, r, a);
        term fact = equality(s, a);
        if (!equalities_wanted(fact)) pool_add(p, s->class, self, group, fact);
    }
}

/* The generators of the kernel as facts. */
static void add_equalities(struct pool *p, struct equation_system *s, uint32_t group, uint32_t self) {
    struct kernel m;
    ideal_equations before = {0};
    reduce(s, &m);
    uint64_t *a = mem_zero(m.n, sizeof *a);
    for (uint32_t j = 0; j < m.n; j++) {
        if (kernel_has_pivot(&m, j)) continue;
        small_solution(s, &m, j, a);
        if ((workshop_by_place(p->w) || s->products) && !is_plausible(s, a)) continue;
        if (s->products) add_product_equality(p, s, group, self, equality(s, a), &before);
        else pool_add(p, s->class, self, group, equality(s, a));
    }
    /* Where a class starts from a single state of the solver's, congruences would go a bit at a
     * time. */
    if (!workshop_by_place(p->w) && !s->products) add_congruences(p, s, &m, group, self, a);
    VEC_RELEASE(&before);
    free(a);
    kernel_release(&m);
}

/* Adds a state (its column values) to the hull. */
static void add_point(struct equation_system *s, const uint64_t *point) {
    for (uint32_t j = 0; j < s->columns.n; j++)
        VEC_PUSH(&s->rows, (point[j] - s->origin.at[j]) & bits_mask64(s->width));
}

/* ---- the supplier ---- */

/* A column at the width of the system: extended where it is narrower. */
static uint64_t extend(uint64_t v, uint32_t from, uint32_t to, bool is_signed) {
    assert(from >= 1 && from <= to && to <= 64);
    return is_signed && from < to ? (uint64_t)bits_signed64(v, from) & bits_mask64(to) : v;
}

struct hull_source {
    uint32_t column;
    bool is_signed;
};
typedef VEC(struct hull_source) source_vec;

static void add_source(struct workshop *w, const struct lemma_class *k, struct equation_system *s,
                       source_vec *from, uint32_t column, bool is_signed) {
    term t = w->columns[k->at].at[column];
    if (s->columns.n >= MAX_AFFINE || (!term_is_var(t) && term_width(t) < s->width)) return;
    term wide = is_signed ? term_sext(t, s->width) : term_zext(t, s->width);
    for (uint32_t i = 0; i < s->columns.n; i++)
        if (s->columns.at[i] == wide) return;
    /* A sum is a combination of other columns already. */
    if (term_op_of(wide) == OP_BV_ADD) return;
    VEC_PUSH(&s->columns, wide);
    VEC_PUSH(from, (struct hull_source){column, is_signed});
}

/* Constant columns come last: then they are no pivots and their equations are x = c. */
static void choose_columns(struct workshop *w, const struct lemma_class *k, struct equation_system *s,
                           source_vec *from) {
    const term_vec *columns = &w->columns[k->at];
    for (uint32_t j = 0; j < columns->n; j++)
        if (term_width(columns->at[j]) == s->width) add_source(w, k, s, from, j, false);
    for (uint32_t j = 0; j < columns->n; j++) {
        uint32_t width = term_width(columns->at[j]);
        if (width >= s->width || width == 1) continue;
        add_source(w, k, s, from, j, false);
        add_source(w, k, s, from, j, true);
    }
}

static void add_sample_point(struct workshop *w, const struct lemma_class *k, struct equation_system *s,
                             const source_vec *from, uint32_t row) {
    uint64_t point[MAX_AFFINE];
    for (uint32_t j = 0; j < from->n; j++) {
        uint32_t width = term_width(w->columns[k->at].at[from->at[j].column]);
        point[j] = extend(class_value(w, k, row, from->at[j].column), width, s->width, from->at[j].is_signed);
    }
    if (!s->origin.n)
        for (uint32_t j = 0; j < from->n; j++) VEC_PUSH(&s->origin, point[j]);
    else add_point(s, point);
}

/* ---- products ---- */

static term without_extension(term t) {
    while (term_op_of(t) == OP_BV_SEXT || term_op_of(t) == OP_BV_ZEXT) t = term_arg(t, 0);
    return t;
}

/* A variable, perhaps extended, in one way: (sext(x) - zext(x))^2 = 0 modulo 2^64 is true and no
 * help. */
static bool is_factor(const term_vec *factors, term t) {
    bool fits = term_is_var(without_extension(t));
    for (uint32_t i = 0; i < factors->n; i++)
        fits = fits && without_extension(factors->at[i]) != without_extension(t);
    return fits;
}

/* The variables that the linear system leaves free, also those that are always even. */
static void find_factors(struct equation_system *linear, term_vec *factors) {
    struct kernel m;
    reduce(linear, &m);
    for (uint32_t r = 0; r < m.rank && factors->n < MAX_FACTORS; r++)
        if (is_factor(factors, linear->columns.at[m.pivot[r]]) && kernel_exponent(&m, r) <= linear->width / 2)
            VEC_PUSH(factors, linear->columns.at[m.pivot[r]]);
    kernel_release(&m);
}

/* The states of the class; a column's values are those of its term. */
static void add_states(struct workshop *w, const struct lemma_class *k, struct equation_system *s) {
    assert(s->columns.n <= MAX_POINT && !s->origin.n);
    for (uint32_t i = 0; i < k->rows.n; i++) {
        uint64_t point[MAX_POINT];
        runner_load(&w->r, sample(&w->samples, k->at, k->rows.at[i]));
        for (uint32_t j = 0; j < s->columns.n; j++) point[j] = sheet_u64(w, s->columns.at[j]);
        for (uint32_t j = 0; j < s->columns.n && !i; j++) VEC_PUSH(&s->origin, point[j]);
        if (i) add_point(s, point);
    }
}

static void propose_products(struct affine_hull *a, struct pool *p, uint32_t linear, uint32_t self) {
    struct workshop *w = p->w;
    term_vec factors = {0};
    struct equation_system s = {
        .class = a->systems.at[linear].class, .width = a->systems.at[linear].width, .products = true};
    const struct lemma_class *k = &w->classes.at[s.class];
    find_factors(&a->systems.at[linear], &factors);
    degrees_monomials(w->c, &factors, k->rows.n, MONOMIALS_MAX, &s.columns);
    VEC_RELEASE(&factors);
    if (!s.columns.n) {
        VEC_RELEASE(&s.columns);
        return;
    }
    add_states(w, k, &s);
    VEC_PUSH(&a->systems, s);
    add_equalities(p, &VEC_LAST(&a->systems), a->systems.n - 1, self);
}

/* ---- cells of arrays ---- */

/* Products of indices and sizes as columns; a state's values are those of the terms. */
static void propose_monomials(struct affine_hull *a, struct pool *p, uint32_t class, uint32_t width,
                              uint32_t self) {
    struct workshop *w = p->w;
    const struct lemma_class *k = &w->classes.at[class];
    struct equation_system s = {.class = class, .width = width};
    monomials_choose(w, k->at, width, k->rows.n, &s.columns);
    assert(s.columns.n <= MAX_POINT);
    if (!s.columns.n || !k->rows.n) {
        VEC_RELEASE(&s.columns);
        return;
    }
    add_states(w, k, &s);
    VEC_PUSH(&a->systems, s);
    add_equalities(p, &VEC_LAST(&a->systems), a->systems.n - 1, self);
}

/* ---- by width ---- */

static void propose_width(struct affine_hull *a, struct pool *p, uint32_t class, uint32_t width,
                          uint32_t self) {
    struct workshop *w = p->w;
    const struct lemma_class *k = &w->classes.at[class];
    struct equation_system s = {.class = class, .width = width};
    source_vec from = {0};
    choose_columns(w, k, &s, &from);
    if (!s.columns.n || !k->rows.n) {
        VEC_RELEASE(&s.columns);
        VEC_RELEASE(&from);
        return;
    }
    for (uint32_t i = 0; i < k->rows.n; i++) add_sample_point(w, k, &s, &from, i);
    VEC_RELEASE(&from);
    VEC_PUSH(&a->systems, s);
    add_equalities(p, &VEC_LAST(&a->systems), a->systems.n - 1, self);
    /* The pass without products has states that only they exclude (houdini.c). */
    if (k->when == term_true() && p->pass != PASS_LINEAR && p->pass != PASS_EXTENTS)
        propose_products(a, p, a->systems.n - 1, self);
}

static void affine_propose(void *state, struct pool *p, uint32_t class, uint32_t self) {
    assert(class < p->w->classes.n);
    const term_vec *columns = &p->w->columns[p->w->classes.at[class].at];
    uint64_t done[2] = {0, 0};
    for (uint32_t i = 0; i < columns->n; i++) {
        uint32_t width = term_width(columns->at[i]);
        if (width == 1 || done[width / 64] >> width % 64 & 1) continue;
        done[width / 64] |= UINT64_C(1) << width % 64;
        if (workshop_by_place(p->w) && p->pass == PASS_EQUALITIES)
            propose_monomials(state, p, class, width, self);
        else propose_width(state, p, class, width, self);
    }
}

static void affine_weaken(void *state, struct pool *p, uint32_t class, uint32_t group, uint32_t self) {
    assert(class < p->w->classes.n);
    struct affine_hull *a = state;
    struct equation_system *s = &a->systems.at[group];
    assert(s->class == class);
    (void)class;
    uint64_t point[MAX_POINT];
    for (uint32_t j = 0; j < s->columns.n; j++) point[j] = sheet_u64(p->w, s->columns.at[j]);
    add_point(s, point);
    add_equalities(p, s, group, self);
}

const struct supplier supplier_affine = {"affine",        "affine equalities modulo 2^w",
                                         PASS_EQUALITIES, affine_create,
                                         affine_destroy,  affine_propose,
                                         affine_weaken};
