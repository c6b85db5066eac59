/* Affine equalities modulo 2^w: a1*x1 + ... + an*xn = b over the columns of one width.
 *
 * The coefficients that fit a set of states are the kernel of the matrix D of their differences
 * over the ring Z/2^w (King and Søndergaard, VMCAI 2010; Elder et al., "Abstract domains of affine
 * relations", TOPLAS 2014). Elimination takes as pivot an entry of least 2-adic valuation in all
 * that remains: it divides everything, so every row below can be cleared, and the pivot's row is p
 * * (0 .. 0 1 e e e) with p = 2^k. Then
 *   - each column j without a pivot gives the vector with a_j = 1,
 *   - each pivot column i with k > 0 gives the vector with a_i = 2^(w-k): a congruence, e.g.
 *     parity,
 * completed upwards by a_r = -sum e_rc * a_c. These generate the kernel.
 *
 * A state that violates an equality becomes one more row, so the facts that reach the filter's
 * fixpoint are the strongest inductive affine invariant over the columns, the one that Müller-Olm
 * and Seidl (ESOP 2005) compute by abstract interpretation, only that guards and nonlinear
 * assignments are interpreted exactly, by the solver. The chain is short: each row that changes
 * anything adds a pivot or lowers a valuation, at most w*n times.
 *
 * Columns narrower than the width in question take part zero- and sign-extended. Limit: 64 bits.
 *
 * Products: of the variables that no equality determines, the squares and products are columns of a
 * second system (Müller-Olm and Seidl, "Computing polynomial program invariants", IPL 2004, with
 * the degree fixed to 2). The normal form of terms multiplies sums out, so that most of their
 * queries are decided without a multiplier. */
#include <assert.h>
#include <stdlib.h>

#include "lemmas/supplier.h"

enum {
    MAX_AFFINE = 24,
    MAX_FACTORS = 5,
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

/* ---- linear algebra over Z/2^w ---- */

static uint32_t valuation(uint64_t x) {
    uint32_t k = 0;
    if (!x) return 64;
    while (!(x & 1)) x >>= 1, k++;
    return k;
}

struct matrix {
    uint64_t *at; /* rows * n */
    uint32_t rows, n;
    uint64_t mask;
    uint32_t *pivot; /* column of the pivot of row i */
    uint32_t rank;
};

static uint64_t *cell(struct matrix *m, uint32_t row, uint32_t column) {
    assert(row < m->rows && column < m->n);
    return &m->at[(size_t)row * m->n + column];
}

/* The entry of least valuation among rows >= rank; false if all are 0. */
static bool find_pivot(struct matrix *m, uint32_t *row, uint32_t *column) {
    uint32_t best = 64;
    for (uint32_t i = m->rank; i < m->rows; i++)
        for (uint32_t j = 0; j < m->n && best > 0; j++) {
            uint32_t k = valuation(*cell(m, i, j));
            if (k >= best) continue;
            best = k;
            *row = i;
            *column = j;
        }
    return best < 64;
}

static void swap_rows(struct matrix *m, uint32_t a, uint32_t b) {
    assert(a < m->rows && b < m->rows);
    for (uint32_t j = 0; j < m->n && a != b; j++) {
        uint64_t t = *cell(m, a, j);
        *cell(m, a, j) = *cell(m, b, j);
        *cell(m, b, j) = t;
    }
}

/* Scales the pivot's row so that the pivot is a power of two, and clears the column below. */
static void clear_below(struct matrix *m, uint32_t column) {
    uint64_t p = *cell(m, m->rank, column);
    uint32_t k = valuation(p);
    uint64_t unit = bits_inverse64(p >> k);
    for (uint32_t j = 0; j < m->n; j++) *cell(m, m->rank, j) = *cell(m, m->rank, j) * unit & m->mask;
    /* p may have lost bits above the width; its value is now 2^k */
    for (uint32_t i = m->rank + 1; i < m->rows; i++) {
        uint64_t factor = *cell(m, i, column) >> k;
        for (uint32_t j = 0; factor && j < m->n; j++)
            *cell(m, i, j) = (*cell(m, i, j) - factor * *cell(m, m->rank, j)) & m->mask;
    }
}

static void eliminate(struct matrix *m) {
    uint32_t row = 0, column = 0;
    while (m->rank < m->rows && m->rank < m->n && find_pivot(m, &row, &column)) {
        swap_rows(m, m->rank, row);
        clear_below(m, column);
        m->pivot[m->rank++] = column;
    }
}

/* Completes a vector given at the columns that are no pivots of rows < upto. */
static void back_substitute(struct matrix *m, uint32_t upto, uint64_t *a) {
    for (uint32_t r = upto; r-- > 0;) {
        uint32_t k = valuation(*cell(m, r, m->pivot[r]));
        uint64_t sum = 0;
        for (uint32_t j = 0; j < m->n; j++)
            if (j != m->pivot[r]) sum += (*cell(m, r, j) >> k) * a[j];
        a[m->pivot[r]] = (0 - sum) & m->mask;
    }
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

/* An equation may be multiplied by odd numbers: by one that makes the coefficients small (9 * j
 * instead of the inverse of 9), which the solver is grateful for. */
static void scale_down(const struct equation_system *s, uint64_t *a) {
    uint32_t n = s->columns.n, least = UINT32_MAX;
    uint64_t best = 1;
    for (uint32_t i = 0; i < n; i++) {
        if (!(a[i] & 1)) continue;
        uint64_t unit = bits_inverse64(a[i]);
        uint32_t cost = 0;
        for (uint32_t j = 0; j < n; j++) cost += bits_of(a[j] * unit & bits_mask64(s->width), s->width);
        if (cost < least) least = cost, best = unit;
    }
    for (uint32_t j = 0; j < n; j++) a[j] = a[j] * best & bits_mask64(s->width);
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

static void reduce(struct equation_system *s, struct matrix *m) {
    *m = (struct matrix){
        .at = s->rows.at, .n = s->columns.n, .rows = s->rows.n / s->columns.n, .mask = bits_mask64(s->width)};
    m->pivot = mem_zero(m->n + 1, sizeof *m->pivot);
    eliminate(m);
    s->rows.n = m->rank * m->n; /* the rest is 0 */
}

/* The generators of the kernel as facts. */
static void add_equalities(struct pool *p, struct equation_system *s, uint32_t group, uint32_t self) {
    struct matrix m;
    reduce(s, &m);
    uint64_t *a = mem_zero(m.n, sizeof *a);
    bool *has_pivot = mem_zero(m.n, sizeof *has_pivot);
    for (uint32_t r = 0; r < m.rank; r++) has_pivot[m.pivot[r]] = true;
    for (uint32_t j = 0; j < m.n; j++) {
        if (has_pivot[j]) continue;
        memset(a, 0, m.n * sizeof *a);
        a[j] = 1;
        back_substitute(&m, m.rank, a);
        scale_down(s, a);
        if ((workshop_by_place(p->w) || s->products) && !is_plausible(s, a)) continue;
        p->w->equal_products |= s->products;
        if (!s->products || p->pass >= PASS_PRODUCTS) pool_add(p, s->class, self, group, equality(s, a));
    }
    /* Where a class starts from a single state of the solver's, congruences would go a bit at a
     * time. */
    for (uint32_t r = 0; r < m.rank && !workshop_by_place(p->w) && !s->products; r++) {
        uint32_t k = valuation(*cell(&m, r, m.pivot[r]));
        if (k == 0) continue;
        memset(a, 0, m.n * sizeof *a);
        a[m.pivot[r]] = UINT64_C(1) << (s->width - k);
        back_substitute(&m, r, a);
        scale_down(s, a);
        pool_add(p, s->class, self, group, equality(s, a));
    }
    free(a);
    free(has_pivot);
    free(m.pivot);
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

/* The variables that the linear system leaves free: those with an odd pivot. */
static void find_factors(struct equation_system *linear, term_vec *factors) {
    struct matrix m;
    reduce(linear, &m);
    for (uint32_t r = 0; r < m.rank && factors->n < MAX_FACTORS; r++) {
        term t = linear->columns.at[m.pivot[r]];
        if (term_is_var(t) && !valuation(*cell(&m, r, m.pivot[r]))) VEC_PUSH(factors, t);
    }
    free(m.pivot);
}

static void products_of(const term_vec *factors, term_vec *columns) {
    for (uint32_t i = 0; i < factors->n; i++) VEC_PUSH(columns, factors->at[i]);
    for (uint32_t i = 0; i < factors->n; i++)
        for (uint32_t j = i; j < factors->n; j++)
            VEC_PUSH(columns, term_bv_mul(factors->at[i], factors->at[j]));
}

static uint64_t variable_value(struct workshop *w, const struct lemma_class *k, uint32_t row, term var) {
    const term_vec *columns = &w->columns[k->at];
    uint32_t j = 0;
    while (columns->at[j] != var) j++; /* it is one of them */
    return class_value(w, k, row, j);
}

static void propose_products(struct affine_hull *a, struct pool *p, uint32_t linear, uint32_t self) {
    struct workshop *w = p->w;
    term_vec factors = {0};
    find_factors(&a->systems.at[linear], &factors);
    struct equation_system s = {
        .class = a->systems.at[linear].class, .width = a->systems.at[linear].width, .products = true};
    const struct lemma_class *k = &w->classes.at[s.class];
    products_of(&factors, &s.columns);
    bool enough = factors.n > 1 && k->rows.n > 2 * s.columns.n; /* fewer states fit by chance */
    for (uint32_t row = 0; row < k->rows.n && enough; row++) {
        uint64_t point[MAX_AFFINE];
        uint32_t n = factors.n;
        for (uint32_t i = 0; i < factors.n; i++) point[i] = variable_value(w, k, row, factors.at[i]);
        for (uint32_t i = 0; i < factors.n; i++)
            for (uint32_t j = i; j < factors.n; j++) point[n++] = point[i] * point[j] & bits_mask64(s.width);
        if (row) add_point(&s, point);
        for (uint32_t i = 0; i < n && !row; i++) VEC_PUSH(&s.origin, point[i]);
    }
    VEC_RELEASE(&factors);
    if (!enough) {
        VEC_RELEASE(&s.columns);
        return;
    }
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
    for (uint32_t i = 0; i < k->rows.n; i++) {
        uint64_t point[MAX_POINT];
        runner_load(&w->r, sample(&w->samples, k->at, k->rows.at[i]));
        for (uint32_t j = 0; j < s.columns.n; j++) point[j] = sheet_u64(w, s.columns.at[j]);
        for (uint32_t j = 0; j < s.columns.n && !i; j++) VEC_PUSH(&s.origin, point[j]);
        if (i) add_point(&s, point);
    }
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
    if (k->when == term_true()) propose_products(a, p, a->systems.n - 1, self);
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
