/* The suppliers at work: sample the program, let every supplier propose, filter, keep what is
 * inductive.
 *
 * The passes go from the quick to the slow. Each pass knows what those before it kept, and that
 * stays if time runs out:
 *
 *   equalities    Affine equalities come first, because the normal form of terms decides most of
 *                 their queries. A program that needs nothing else is done at once.
 *   a trial       Affine equalities by cases, for programs that do not multiply. Two lines that a
 *                 flag chooses between satisfy an equality of products, which is true, hard and
 *                 useless; this trial finds the two lines before that.
 *   extents       Facts about objects whose size is a symbol, and conditions of the program: few,
 *                 and enough for most loops over strings.
 *   linear ones   Bounds, values and orders of two variables, in programs that multiply, or whose
 *                 variables satisfy equalities of products. Products are left out of candidates and
 *                 of queries, because they make both hard, and `i <= n` or `0 <= y` seldom needs
 *                 them.
 *   products      Equalities of products of variables, which often need such bounds, and the
 *                 program's own.
 *   simple ones   The same in all programs.
 *   by location   All kinds, among them sums of variables, most of which are neither needed nor
 *                 easy. If the passes before were slow, this one is skipped, because the engines
 *                 wait, and the next round has the same candidates.
 *   by cases      A round of its own: facts about the states in which a condition of the program or
 *                 a value of a small variable holds (`mode = 2 => x <= y`). Cases multiply the
 *                 candidates, so equalities come first here, too.
 *
 * In the end a fact that the others at its location imply is dropped, because the engines that use
 * lemmas pay for each. */
#include "lemmas/lemmas.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lemmas/houdini.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/options.h"
#include "util/seconds.h"
#include "util/stats.h"

const struct supplier *const suppliers[] = {&supplier_affine, &supplier_bounds,  &supplier_bits,
                                            &supplier_values, &supplier_pairs,   &supplier_guarded,
                                            &supplier_atoms,  &supplier_cases,   &supplier_sums,
                                            &supplier_ratios, &supplier_extents, &supplier_nothing};
enum { SUPPLIERS = sizeof suppliers / sizeof *suppliers };

const char *lemmas_supplier_name(uint32_t i) { return i < SUPPLIERS ? suppliers[i]->name : NULL; }

static bool takes_part(const struct pool *p, const struct lemma_class *k, uint32_t i) {
    assert(i < SUPPLIERS);
    bool apart = p->pass == PASS_EXTENTS && suppliers[i] != &supplier_atoms &&
                 suppliers[i] != &supplier_extents && suppliers[i] != &supplier_nothing;
    bool fits = !apart && (k->rows.n == 0) == (suppliers[i] == &supplier_nothing);
    if (k->claims_only && suppliers[i] != &supplier_nothing && suppliers[i] != &supplier_atoms) return false;
    return fits && p->pass >= suppliers[i]->from && !options_without(suppliers[i]->name);
}

void propose_class(struct pool *p, uint32_t class) {
    assert(class < p->w->classes.n);
    struct lemma_class *k = &p->w->classes.at[class];
    class_tabulate(p->w, k);
    for (uint32_t i = 0; i < SUPPLIERS; i++)
        if (takes_part(p, k, i)) suppliers[i]->propose(p->states[i], p, class, i);
    free(k->matrix);
    k->matrix = NULL;
}

static void propose_all(struct workshop *w, struct pool *p) {
    for (uint32_t k = 0; k < w->classes.n && !budget_over(&w->budget); k++) propose_class(p, k);
    stats.supplied += p->all.n;
}

/* ---- redundancy ---- */

/* others & !fact */
static bool implied(struct solver *s, const term_vec *facts, uint32_t i, const bool *gone) {
    assert(i < facts->n && !gone[i]);
    term_vec query = {0};
    VEC_PUSH(&query, term_not(facts->at[i]));
    for (uint32_t j = 0; j < facts->n; j++)
        if (j != i && !gone[j]) VEC_PUSH(&query, facts->at[j]);
    enum answer a = solver_check(s, query.at, query.n);
    VEC_RELEASE(&query);
    return a == ANSWER_UNSAT;
}

/* An equation, perhaps under conditions: it says what two inequalities say. */
static bool is_equation(term t) {
    bool found = term_op_of(t) == OP_EQ;
    for (uint32_t i = 0; i < term_arity(t) && term_op_of(t) == OP_OR; i++)
        found |= term_op_of(term_arg(t, i)) == OP_EQ;
    return found;
}

/* Larger facts go first, and inequalities before equations: what remains is what is easy to read
 * and to use. */
static int by_size(const void *a, const void *b) {
    term s = *(const term *)a, t = *(const term *)b;
    uint32_t x = 2 * term_size(s) + !is_equation(s), y = 2 * term_size(t) + !is_equation(t);
    return x < y ? -1 : x > y;
}

/* The conjunction at each location stays equivalent, so joint inductiveness is not touched. */
static void drop_redundant(struct facts *f, const struct budget *b) {
    for (uint32_t l = 0; l < f->n; l++) {
        term_vec *facts = &f->at[l];
        if (facts->n < 2) continue;
        struct solver *s = solver_new();
        solver_set_limit(s, LEMMAS_REDUNDANT_QUERY_SECONDS);
        bool *gone = mem_zero(facts->n, sizeof *gone);
        qsort(facts->at, facts->n, sizeof(term), by_size);
        for (uint32_t i = facts->n; i-- > 0 && !budget_over(b);) gone[i] = implied(s, facts, i, gone);
        uint32_t kept = 0;
        for (uint32_t i = 0; i < facts->n; i++)
            if (!gone[i]) facts->at[kept++] = facts->at[i];
        facts->n = kept;
        free(gone);
        solver_free(s);
    }
}

/* ---- passes ---- */

static void keep(const struct pool *p, struct facts *known, uint32_t *kept_of) {
    for (loc l = 0; l < known->n; l++)
        for (uint32_t i = 0; i < p->at[l].n; i++) {
            const struct candidate *c = &p->all.at[p->at[l].at[i]];
            if (!c->alive) continue;
            facts_add(known, l, c->fact);
            kept_of[c->supplier]++;
        }
}

static void report(enum pass pass, bool by_cases, const struct pool *p, const uint32_t *kept_of, bool done) {
    if (!options.verbose) return;
    struct strbuf b = {0};
    for (uint32_t i = 0; i < SUPPLIERS; i++)
        if (kept_of[i]) strbuf_printf(&b, " %s %u", suppliers[i]->name, kept_of[i]);
    char *text = strbuf_take(&b);
    static const char *const names[] = {"equalities",  "products",    "extents", "linear ones",
                                        "simple ones", "by location", "by cases"};
    verbose("lemmas, %s%s: %u candidates, kept:%s%s", names[pass],
            by_cases && pass != PASS_BY_CASES ? " by cases" : "", p->all.n, *text ? text : " none",
            done ? "" : " (out of time)");
    free(text);
}

static bool run_pass(struct workshop *w, enum pass pass, bool by_cases, struct facts *known) {
    void *states[SUPPLIERS] = {NULL};
    uint32_t kept_of[SUPPLIERS] = {0};
    struct pool p;
    pool_init(&p, w);
    p.states = states;
    p.pass = pass;
    workshop_classes(w, by_cases);
    for (uint32_t i = 0; i < SUPPLIERS; i++)
        if (suppliers[i]->create) states[i] = suppliers[i]->create(w);
    propose_all(w, &p);
    bool done = budget_left(&w->budget) > 0 && houdini_filter(&p, known);
    if (done) keep(&p, known, kept_of);
    report(pass, by_cases, &p, kept_of, done);
    for (uint32_t i = 0; i < SUPPLIERS; i++)
        if (suppliers[i]->destroy) suppliers[i]->destroy(states[i]);
    pool_release(&p);
    return done;
}

bool lemmas_suffice(const struct cfa *c, const struct facts *known, double seconds) {
    assert(known->n == c->locs.n);
    bool enough = true;
    for (uint32_t i = 0; i < c->steps.n && enough; i++) {
        const struct cfa_step *s = &c->steps.at[i];
        if (s->to != c->lE) continue;
        struct solver *solver = solver_new();
        solver_set_limit(solver, seconds);
        for (uint32_t j = 0; j < known->at[s->from].n; j++) solver_assert(solver, known->at[s->from].at[j]);
        /* known(l) & guard(s) */
        enough = solver_check(solver, s->guard.at, s->guard.n) == ANSWER_UNSAT;
        solver_free(solver);
    }
    return enough;
}

/* The passes one after the other, until the error is out of reach; `share` is how much of the time
 * may be gone at the end of one. What a trial finds is forgotten unless it is enough. */
struct stage {
    enum pass pass;
    bool by_cases, trial;
    double share;
};
static const struct stage by_location[] = {
    {PASS_EQUALITIES, false, false, 0.3}, {PASS_EQUALITIES, true, true, 0.04},
    {PASS_EXTENTS, false, false, 0.3},    {PASS_LINEAR, false, false, 0.3},
    {PASS_PRODUCTS, false, false, 0.4},   {PASS_SIMPLE, false, false, 0.5},
    {PASS_BY_LOCATION, false, false, 0.9}};
static const struct stage in_cases[] = {{PASS_EQUALITIES, true, false, 0.3},
                                        {PASS_BY_CASES, true, false, 0.9}};

static bool has_work(const struct workshop *w, const struct stage *s, double used) {
    if (s->by_cases && workshop_by_place(w)) return s->pass == PASS_BY_CASES;
    if (s->trial) return w->equal_products && !w->products;
    if (s->pass == PASS_EXTENTS) return extents_matter(w);
    if (s->pass == PASS_PRODUCTS) return w->equal_products || w->products;
    if (s->pass == PASS_LINEAR) return w->products || w->equal_products;
    return s->pass != PASS_BY_LOCATION || used < LEMMAS_SLOW_SHARE;
}

/* True if there are new facts now, and no further stage is needed. */
static bool run_stage(struct workshop *w, const struct stage *s, struct facts *known) {
    assert(s->share > 0 && s->share <= 1);
    struct facts found;
    facts_copy(&found, known);
    bool done = run_pass(w, s->pass, s->by_cases, &found);
    bool enough = done && s->pass < PASS_BY_LOCATION && facts_count(&found) > facts_count(known) &&
                  lemmas_suffice(w->c, &found, LEMMAS_SUFFICE_SECONDS);
    struct facts forgotten = s->trial && !enough ? found : *known;
    if (!s->trial || enough) *known = found;
    facts_release(&forgotten);
    return enough;
}

static void supply(struct cfa *c, const struct places *places, struct facts *known, bool by_cases,
                   const struct budget *b) {
    assert(known->n == c->locs.n);
    if (!options.lemmas || !c->vars.n) return;
    double timer = timer_start(), seconds = budget_seconds(b, 1, LEMMAS_FOREVER_SECONDS);
    if (seconds <= 0) return;
    struct budget whole = budget_cpu(seconds);
    struct workshop w;
    uint32_t before = facts_count(known);
    workshop_init(&w, c, places, (uint64_t)options.seed);
    struct budget sampling = budget_part(&whole, BUDGET_CPU, LEMMAS_SAMPLE_SHARE, seconds);
    workshop_prepare(&w, known, &sampling);
    const struct stage *stages = by_cases ? in_cases : by_location;
    uint32_t n = by_cases ? sizeof in_cases / sizeof *stages : sizeof by_location / sizeof *stages;
    bool enough = false;
    for (uint32_t i = 0; i < n && !enough && !stop_requested(); i++) {
        double left = budget_left(&whole);
        if (!has_work(&w, &stages[i], 1 - left / seconds)) continue;
        w.budget = budget_cpu(left - seconds * (1 - stages[i].share));
        enough = run_stage(&w, &stages[i], known);
    }
    struct budget rest = budget_cpu(seconds * LEMMAS_REDUNDANT_SHARE);
    if (!enough) drop_redundant(known, &rest);
    if (facts_count(known) > before) stats.supplied_kept += facts_count(known) - before;
    workshop_release(&w);
    timer_stop(TIMER_LEMMAS, timer);
}

void lemmas_supply_pass(struct cfa *c, struct facts *known, bool by_cases, const struct budget *b) {
    static const struct places none;
    supply(c, &none, known, by_cases, b);
}

void lemmas_supply_by_place(struct cfa *c, const struct places *places, struct facts *known,
                            const struct budget *b) {
    supply(c, places, known, true, b);
}

bool lemmas_supply_equalities(struct cfa *c, const struct places *places, const struct samples *seen,
                              struct facts *known, const struct budget *b) {
    assert(known->n == c->locs.n && seen->n_locs == c->locs.n && seen->n_vars == c->vars.n);
    if (!options.lemmas || !places->all.n || budget_left(b) <= 0) return false;
    double timer = timer_start();
    struct workshop w;
    struct budget none = budget_cpu(0);
    workshop_init(&w, c, places, (uint64_t)options.seed);
    for (loc l = 0; l < c->locs.n; l++)
        for (uint32_t i = 0; i < seen->at[l].n; i++) samples_add(&w.samples, l, sample(seen, l, i));
    workshop_prepare(&w, known, &none);
    w.budget = *b;
    w.equalities_only = true;
    bool done = run_pass(&w, PASS_EQUALITIES, true, known);
    workshop_release(&w);
    timer_stop(TIMER_LEMMAS, timer);
    return done;
}

void lemmas_supply(struct cfa *c, struct facts *known, const struct budget *b) {
    double seconds = budget_left(b);
    struct budget quick = budget_part(b, BUDGET_CPU, LEMMAS_BY_LOCATION_SHARE, LEMMAS_FOREVER_SECONDS);
    lemmas_supply_pass(c, known, false, &quick);
    struct budget many = budget_cpu((1 - LEMMAS_BY_LOCATION_SHARE) * seconds);
    lemmas_supply_pass(c, known, true, &many);
}
