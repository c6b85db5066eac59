/* Relations between two columns of one width, and conditions of the program.
 *
 *   pairs    a <= b and a < b, signed and unsigned; a - b <= c and a + b <= c signed, with
 *            thresholds. The sum is what `while (n--) *p++` keeps: p - buffer + n <= 64
 *   guarded  b < 0 or a <= b, b <= 0 or a <= b, and the same with <: what a loop
 *            `for (a = 0; a < b; a++)` keeps when b may be negative from the start
 *   atoms    literals of the program's guards, and definitions x = e of assignments: dominating
 *            facts; equations of products come with the other such equations, before all else
 *
 * All but those with a threshold are plain: a state that violates one ends it. */
#include <assert.h>

#include "lemmas/supplier.h"
#include "smt/equalities.h"

enum { MAX_PAIRED = 24, MAX_PAIRED_BY_CASES = 10 }; /* columns that are paired with each other */

enum relation { ULE, ULT, SLE, SLT, DIFFERENCE, TOTAL, RELATIONS };

static bool related(enum relation r, uint64_t a, uint64_t b, uint32_t width) {
    assert(r < DIFFERENCE && width >= 1 && width <= 64);
    switch (r) {
    case ULE: return a <= b;
    case ULT: return a < b;
    case SLE: return bits_signed64(a, width) <= bits_signed64(b, width);
    default: return bits_signed64(a, width) < bits_signed64(b, width);
    }
}

static term relation_term(enum relation r, term a, term b) {
    assert(r < DIFFERENCE && term_sort(a) == term_sort(b));
    switch (r) {
    case ULE: return term_ule(a, b);
    case ULT: return term_ult(a, b);
    case SLE: return term_sle(a, b);
    default: return term_slt(a, b);
    }
}

/* The least threshold that is not below v; signed. */
static bool signed_threshold(const struct workshop *w, int64_t v, uint32_t width, int64_t *bound) {
    assert(width >= 1 && width <= 64);
    bool found = false;
    for (uint32_t i = 0; i < w->thresholds[width].n; i++) {
        int64_t t = bits_signed64(w->thresholds[width].at[i], width);
        if (t < v || (found && t >= *bound)) continue;
        *bound = t;
        found = true;
    }
    return found;
}

/* a - b <= c or a + b <= c, for the least threshold c that is not below `most`. */
static void propose_bounded(struct pool *p, uint32_t class, uint32_t self, uint32_t group, term a, term b,
                            int64_t most) {
    uint32_t width = term_width(a);
    int64_t bound = 0;
    if (!signed_threshold(p->w, most, width, &bound)) return;
    term combined = group % RELATIONS == TOTAL ? term_bv_add(a, b) : term_bv_sub(a, b);
    pool_add(p, class, self, group, term_sle(combined, term_bv(width, (uint64_t)bound & bits_mask64(width))));
}

static int64_t combined_value(enum relation r, uint64_t a, uint64_t b, uint32_t width) {
    assert(r == DIFFERENCE || r == TOTAL);
    return bits_signed64((r == TOTAL ? a + b : a - b) & bits_mask64(width), width);
}

static uint32_t pair_group(uint32_t a, uint32_t b, enum relation r) {
    assert(a < 256 && b < 256);
    return (a * 256 + b) * RELATIONS + r;
}

/* Neither column is a combination of the other with a constant. */
static bool worth_pairing(const struct workshop *w, loc l, uint32_t a, uint32_t b) {
    assert(a < w->columns[l].n && b < w->columns[l].n);
    term x = w->columns[l].at[a], y = w->columns[l].at[b];
    if (a == b || term_width(x) != term_width(y) || term_width(x) == 1) return false;
    return !term_is_const(term_bv_sub(x, y)) && (term_is_var(x) || term_is_var(y));
}

static void propose_pair(struct pool *p, uint32_t class, uint32_t self, uint32_t a, uint32_t b) {
    assert(class < p->w->classes.n);
    struct workshop *w = p->w;
    const struct lemma_class *k = &w->classes.at[class];
    term x = w->columns[k->at].at[a], y = w->columns[k->at].at[b];
    uint32_t width = term_width(x);
    bool holds[DIFFERENCE] = {true, true, true, true};
    int64_t most[RELATIONS] = {[DIFFERENCE] = INT64_MIN, [TOTAL] = INT64_MIN};
    for (uint32_t i = 0; i < k->rows.n; i++) {
        uint64_t u = class_value(w, k, i, a), v = class_value(w, k, i, b);
        for (enum relation r = ULE; r < DIFFERENCE; r++) holds[r] = holds[r] && related(r, u, v, width);
        for (enum relation r = DIFFERENCE; r < RELATIONS; r++) {
            int64_t d = combined_value(r, u, v, width);
            if (d > most[r]) most[r] = d;
        }
    }
    for (enum relation r = ULE; r < DIFFERENCE; r++)
        if (holds[r]) pool_add(p, class, self, pair_group(a, b, r), relation_term(r, x, y));
    if (p->pass <= PASS_SIMPLE || (workshop_by_place(w) && k->when != term_true())) return;
    propose_bounded(p, class, self, pair_group(a, b, DIFFERENCE), x, y, most[DIFFERENCE]);
    if (a < b) propose_bounded(p, class, self, pair_group(a, b, TOTAL), x, y, most[TOTAL]);
}

static void each_pair(struct pool *p, uint32_t class, uint32_t self,
                      void (*visit)(struct pool *p, uint32_t class, uint32_t self, uint32_t a, uint32_t b)) {
    const struct workshop *w = p->w;
    loc l = w->classes.at[class].at;
    /* By cases, the candidates are multiplied by the number of cases. */
    if (w->classes.at[class].when != term_true() && w->columns[l].n > MAX_PAIRED_BY_CASES) return;
    uint32_t n = w->columns[l].n < MAX_PAIRED ? w->columns[l].n : MAX_PAIRED;
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++)
            if (worth_pairing(w, l, a, b)) visit(p, class, self, a, b);
}

static void pairs_propose(void *state, struct pool *p, uint32_t class, uint32_t self) {
    (void)state;
    each_pair(p, class, self, propose_pair);
}

/* a < b becomes a <= b, which is a candidate already if it ever held; what has a threshold gets the
 * next one. */
static void pairs_weaken(void *state, struct pool *p, uint32_t class, uint32_t group, uint32_t self) {
    (void)state;
    enum relation r = (enum relation)(group % RELATIONS);
    if (r < DIFFERENCE) return;
    const struct workshop *w = p->w;
    uint32_t a = group / RELATIONS / 256, b = group / RELATIONS % 256;
    term x = w->columns[w->classes.at[class].at].at[a], y = w->columns[w->classes.at[class].at].at[b];
    int64_t most = combined_value(r, sheet_u64(p->w, x), sheet_u64(p->w, y), term_width(x));
    propose_bounded(p, class, self, group, x, y, most);
}

const struct supplier supplier_pairs = {
    "pairs", "a <= b, a < b, a - b <= c, a + b <= c", PASS_LINEAR, NULL, NULL, pairs_propose, pairs_weaken};

/* ---- guarded ---- */

static void propose_guarded(struct pool *p, uint32_t class, uint32_t self, uint32_t a, uint32_t b) {
    struct workshop *w = p->w;
    const struct lemma_class *k = &w->classes.at[class];
    term x = w->columns[k->at].at[a], y = w->columns[k->at].at[b], zero = term_bv(term_width(x), 0);
    uint32_t width = term_width(x);
    for (enum relation guard = SLE; guard <= SLT; guard++)
        for (enum relation r = SLE; r <= SLT; r++) {
            bool holds = true, plain = true;
            for (uint32_t i = 0; i < k->rows.n && holds; i++) {
                uint64_t u = class_value(w, k, i, a), v = class_value(w, k, i, b);
                plain = plain && related(r, u, v, width);
                holds = related(guard, v, 0, width) || related(r, u, v, width);
            }
            if (holds && !plain)
                pool_add(p, class, self, pair_group(a, b, r),
                         term_or(relation_term(guard, y, zero), relation_term(r, x, y)));
        }
}

static void guarded_propose(void *state, struct pool *p, uint32_t class, uint32_t self) {
    (void)state;
    if (p->w->classes.at[class].when != term_true() && workshop_by_place(p->w)) return;
    each_pair(p, class, self, propose_guarded);
}

const struct supplier supplier_guarded = {
    "guarded", "b <= 0 or a <= b", PASS_BY_LOCATION, NULL, NULL, guarded_propose, NULL};

/* ---- sums ---- */

enum { MAX_SUMMED = 8 };

/* Bit 0: x + y <= z in all samples, bit 1: z <= x + y. */
static uint32_t sum_relations(const struct workshop *w, const struct lemma_class *k, uint32_t x, uint32_t y,
                              uint32_t z) {
    uint32_t holds = 3, width = term_width(w->columns[k->at].at[x]);
    for (uint32_t i = 0; i < k->rows.n && holds; i++) {
        uint64_t sum = (class_value(w, k, i, x) + class_value(w, k, i, y)) & bits_mask64(width);
        uint64_t v = class_value(w, k, i, z);
        if (!related(SLE, sum, v, width)) holds &= 2u;
        if (!related(SLE, v, sum, width)) holds &= 1u;
    }
    return holds;
}

/* z is neither of the summands, nor the sum itself, nor a sum with one of them. */
static bool worth_summing(const term_vec *columns, uint32_t x, uint32_t y, uint32_t z) {
    term a = columns->at[x], b = columns->at[y], c = columns->at[z];
    if (z == x || z == y || term_width(a) != term_width(b) || term_width(a) != term_width(c)) return false;
    if (!term_is_var(a) || !term_is_var(b)) return false;
    term rest = term_bv_sub(term_bv_add(a, b), c);
    return !term_is_const(rest) && !term_is_var(rest);
}

static void sums_propose(void *state, struct pool *p, uint32_t class, uint32_t self) {
    (void)state;
    struct workshop *w = p->w;
    const struct lemma_class *k = &w->classes.at[class];
    const term_vec *columns = &w->columns[k->at];
    uint32_t n = columns->n;
    if (n > MAX_SUMMED || k->when != term_true()) return;
    for (uint32_t x = 0; x < n; x++)
        for (uint32_t y = x + 1; y < n; y++)
            for (uint32_t z = 0; z < n; z++) {
                if (!worth_summing(columns, x, y, z)) continue;
                uint32_t holds = sum_relations(w, k, x, y, z);
                term sum = term_bv_add(columns->at[x], columns->at[y]);
                if (holds & 1) pool_add(p, class, self, 0, term_sle(sum, columns->at[z]));
                if (holds & 2) pool_add(p, class, self, 0, term_sle(columns->at[z], sum));
            }
}

const struct supplier supplier_sums = {
    "sums", "x + y <= z, z <= x + y", PASS_BY_LOCATION, NULL, NULL, sums_propose, NULL};

/* ---- atoms ---- */

static bool holds_in_class(struct workshop *w, const struct lemma_class *k, term t) {
    for (uint32_t i = 0; i < k->rows.n; i++) {
        runner_load(&w->r, sample(&w->samples, k->at, k->rows.at[i]));
        if (!sheet_holds(&w->r.sheet, t)) return false;
    }
    return true;
}

static void atoms_propose(void *state, struct pool *p, uint32_t class, uint32_t self) {
    assert(class < p->w->classes.n);
    (void)state;
    struct workshop *w = p->w;
    const struct lemma_class *k = &w->classes.at[class];
    for (uint32_t i = 0; i < w->atoms[k->at].n; i++) {
        term atom = w->atoms[k->at].at[i];
        if (k->claims_only && !places_include(w->places, atom, PLACE_CLAIM)) continue;
        if (p->pass == PASS_PRODUCTS && !(term_op_of(atom) == OP_EQ && equalities_wanted(atom))) continue;
        if (holds_in_class(w, k, atom)) pool_add(p, class, self, i, atom);
        else if (holds_in_class(w, k, term_not(atom))) pool_add(p, class, self, i, term_not(atom));
    }
}

const struct supplier supplier_atoms = {
    "atoms", "conditions and definitions of the program", PASS_PRODUCTS, NULL, NULL, atoms_propose, NULL};
