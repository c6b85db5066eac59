/* Generalization: from a cube that is inductive along every incoming step to a smaller one (SPIN18
 * section 3, "IC3-style": per-step literal dropping, results merged by union).
 *
 * For one step, in this order:
 *   upper bound   a context with a weaker frame and g ⊆ c gives g at once (Theorem 3, Corollary 1);
 *   predecessor   a lemma of the predecessor frame inside wp(e,c) names its literals (Theorem 2),
 *                 which ends the generalization unless CTGs are looked at: then it is only where
 *                 dropping starts, since shorter lemmas are worth more than the queries saved;
 *   core          the solver's core is a first cut;
 *   dropping      literals are tried one by one, except those of a lower bound (Theorem 4), in the
 *                 order of --order; with --ctg-depth a failed drop looks at the state that stopped
 *                 it (ctg.c).
 *
 * The union of the per-step results contains each of them, and inductivity is monotone in the
 * literals, so the union is inductive along every step. With --joint, literals that an earlier step
 * needs are not tried for a later one: they are in the union anyway. Results got that way are not
 * minimal for their step and never serve as lower bounds. A result that is its own lower bound is
 * minimal again, because no proper subset of that is inductive. */
#include <assert.h>
#include <stdlib.h>

#include "ic3cfa/engine.h"
#include "util/options.h"
#include "util/stats.h"

/* ---- literal orders ---- */

static struct ic3 *sorting; /* qsort has no context */

static uint64_t activity(term lit) {
    uint64_t *a = int_map_get(&sorting->activity, lit);
    return a ? *a : 0;
}

static uint32_t variables(term lit) {
    term_vec vars = {0};
    term_free_vars(lit, &vars);
    uint32_t n = vars.n;
    VEC_RELEASE(&vars);
    return n;
}

static int compare_order(const void *x, const void *y) {
    term a = *(const term *)x, b = *(const term *)y;
    uint64_t ka = 0, kb = 0;
    switch (options.order) {
    case ORDER_ACTIVITY: ka = activity(a), kb = activity(b); break;
    case ORDER_VARIABLES: kb = variables(a), ka = variables(b); break;
    case ORDER_RECENT: kb = a, ka = b; break;
    default: break;
    }
    if (ka != kb) return ka < kb ? -1 : 1;
    return a < b ? -1 : a > b;
}

static void order_literals(struct ic3 *ic3, term_vec *lits) {
    sorting = ic3;
    if (lits->n) qsort(lits->at, lits->n, sizeof *lits->at, compare_order);
}

/* ---- one step ---- */

static const struct cube *without(struct ic3 *ic3, const struct cube *c, term lit) {
    assert(cube_has(c, lit));
    term_vec lits = {0};
    for (uint32_t j = 0; j < c->n; j++)
        if (c->lits[j] != lit) VEC_PUSH(&lits, c->lits[j]);
    const struct cube *smaller = cube_make(&ic3->cubes, lits.at, lits.n);
    VEC_RELEASE(&lits);
    return smaller;
}

/* Tries to drop one literal of *g; on success *g is what remains (maybe less, by the core or a
 * join). */
static bool drop_literal(struct ic3 *ic3, uint32_t i, uint32_t step, const struct cube **g, term lit,
                         uint32_t depth) {
    const struct cube *smaller = without(ic3, *g, lit);
    stats.literals_tried++;
    enum answer answer;
    if (depth < (uint32_t)options.ctg_depth) {
        answer = ctg_down(ic3, i, step, &smaller, depth);
        if (answer == ANSWER_UNSAT)
            answer = edge_relative_inductive(ic3, i, step, smaller); /* for the core */
    } else {
        answer = edge_relative_inductive(ic3, i, step, smaller);
    }
    if (answer != ANSWER_UNSAT) return false;
    *g = options.unsat_cores ? core_cube(ic3, smaller) : smaller;
    stats.literals_dropped++;
    return true;
}

/* MIC for one step: drops literals of *g except those of keep (may be NULL). True if minimal. */
static bool drop_literals(struct ic3 *ic3, uint32_t i, uint32_t step, const struct cube **g,
                          const struct cube *lower, const struct cube *keep, uint32_t depth) {
    term_vec lits = {0};
    bool minimal = true;
    for (uint32_t j = 0; j < (*g)->n; j++) VEC_PUSH(&lits, (*g)->lits[j]);
    order_literals(ic3, &lits);
    for (uint32_t j = 0; j < lits.n && !ic3->gave_up; j++) {
        if (!cube_has(*g, lits.at[j]) || (lower && cube_has(lower, lits.at[j]))) continue;
        if (keep && cube_has(keep, lits.at[j])) {
            minimal = false;
            continue;
        }
        drop_literal(ic3, i, step, g, lits.at[j], depth);
    }
    VEC_RELEASE(&lits);
    return minimal && !ic3->gave_up;
}

/* Definition 5, both points: gen(F,c,e) ⊆ c, and it is inductive if c was. */
static void assert_definition_5(struct ic3 *ic3, uint32_t i, uint32_t step, const struct cube *c,
                                const struct cube *g) {
#ifndef NDEBUG
    assert(cube_is_subset(g, c));
    assert(ic3->gave_up || edge_relative_inductive(ic3, i, step, g) != ANSWER_SAT);
#else
    (void)ic3, (void)i, (void)step, (void)c, (void)g;
#endif
}

/* gen(F(i-1,l), c, e); keep: literals that need not be tried. */
static const struct cube *generalize_step(struct ic3 *ic3, uint32_t i, uint32_t step, const struct cube *c,
                                          struct step_core known, const struct cube *keep, uint32_t depth) {
    const struct cube *g = options.upper_bounds ? context_upper(ic3, i, step, c) : NULL;
    if (g) {
        assert_definition_5(ic3, i, step, c, g);
        return g;
    }
    if (!known.core) {
        if (edge_relative_inductive(ic3, i, step, c) != ANSWER_UNSAT)
            return c; /* a solver gave up on what it knew before */
        known = (struct step_core){core_cube(ic3, c), ic3->core_from_frame};
    }
    g = options.unsat_cores || known.from_frame ? known.core : c;
    bool minimal = false;
    if (!known.from_frame || options.ctg_depth > 0) {
        const struct cube *lower = options.lower_bounds ? context_lower(ic3, i, step, c) : NULL;
        minimal = drop_literals(ic3, i, step, &g, lower, keep, depth) && (!lower || g == lower);
    }
    if (!ic3->gave_up) context_add(ic3, i, step, c, g, minimal);
    assert_definition_5(ic3, i, step, c, g);
    return g;
}

static const struct cube *unite(struct ic3 *ic3, const struct cube *a, const struct cube *b) {
    term_vec lits = {0};
    for (uint32_t j = 0; j < a->n; j++) VEC_PUSH(&lits, a->lits[j]);
    for (uint32_t j = 0; j < b->n; j++) VEC_PUSH(&lits, b->lits[j]);
    const struct cube *both = cube_make(&ic3->cubes, lits.at, lits.n);
    VEC_RELEASE(&lits);
    return both;
}

const struct cube *generalize_cube(struct ic3 *ic3, uint32_t i, loc l, const struct cube *c,
                                   const struct step_core *cores, uint32_t depth) {
    assert(i >= 1 && l < ic3->cfa->locs.n);
    if (!options.generalize) return c;
    double start = timer_start();
    const struct cube *g = cube_make(&ic3->cubes, NULL, 0);
    for (uint32_t j = 0; j < ic3->by.in[l].n && g->n < c->n; j++) {
        uint32_t step = ic3->by.in[l].at[j];
        if (frame_is_false(&ic3->frames, i - 1, ic3->cfa->steps.at[step].from)) continue;
        struct step_core known = cores ? cores[j] : (struct step_core){0};
        g = unite(ic3, g, generalize_step(ic3, i, step, c, known, options.joint ? g : NULL, depth));
    }
    if (!depth) {
        stats.literals_before += c->n;
        stats.literals_after += g->n;
        timer_stop(TIMER_GENERALIZE, start);
    }
    return g;
}

void block(struct ic3 *ic3, uint32_t i, loc l, const struct cube *g) {
    assert(i >= 1 && i <= ic3->N + 1);
    for (uint32_t j = 0; j < g->n; j++) ++*int_map_put(&ic3->activity, g->lits[j], NULL);
    frame_block(&ic3->frames, i, l, g);
}
