/* Edge-relative inductivity, the question that IC3CFA asks all the time.
 *
 * Given a step e from l to l' and a cube c at l': is c unreachable from F(i-1,l) along e? With
 * weakest preconditions (SPIN18 Def. 7) that is unsat(F(i-1,l) & wp(e,c)); with the transition
 * relation (Def. 4) unsat(F(i-1,l) & T_e & c'). Since steps are choice-free, wp distributes over
 * the literals of c (Lemma 3), so each literal is one assumption and the solver's core names the
 * literals that matter.
 *
 * Before the solver, three looks decide many queries: F(0,l) is false unless l is l0; a literal
 * whose wp is false or contradicts the guard decides alone; and a lemma of the frame that is a
 * subset of wp(e,c) (a predecessor cube, Lemma 2) decides and names its literals (Theorem 2).
 *
 * Query (6) of FMCAD15, which adds ¬c on a self-loop, is used only with --self-loop, that is
 * without generalization (SPIN18 Lemma 1). */
#include <assert.h>
#include <stdlib.h>

#include "ic3cfa/engine.h"
#include "util/options.h"
#include "util/stats.h"

term literal_wp(struct ic3 *ic3, uint32_t step, term literal) {
    assert(step < ic3->cfa->steps.n);
    assert(sort_kind_of(term_sort(literal)) == SORT_BOOL);
    bool added;
    uint64_t *slot = int_map_put(&ic3->wp[step], literal, &added);
    if (!added) {
        stats.wp_cached++;
        return (term)*slot;
    }
    double start = timer_start();
    stats.wp_computed++;
    term result = cfa_wp(&ic3->cfa->steps.at[step], literal);
    *int_map_put(&ic3->wp[step], literal, NULL) = result;
    timer_stop(TIMER_WP, start);
    return result;
}

static void core_clear(struct ic3 *ic3, uint32_t n) {
    VEC_CLEAR(&ic3->core);
    VEC_RESIZE(&ic3->core, n);
    for (uint32_t j = 0; j < n; j++) ic3->core.at[j] = false;
    ic3->core_from_frame = false;
}

static bool guard_has(const struct cfa_step *s, term lit) {
    return terms_contain(s->guard.at, s->guard.n, lit);
}

/* SPIN18 Lemma 2: a lemma d of F(i-1,l) with d ⊆ guard ∪ wp(e,c). Flags the literals of c that d
 * needs. */
static bool predecessor_cube(struct ic3 *ic3, uint32_t i, uint32_t step, const struct cube *c) {
    assert(i >= 1 && step < ic3->cfa->steps.n);
    const struct cfa_step *s = &ic3->cfa->steps.at[step];
    if (!ic3->frames.at[s->from].lemmas.n) return false;
    term_vec lits = {0};
    for (uint32_t j = 0; j < s->guard.n; j++) VEC_PUSH(&lits, s->guard.at[j]);
    for (uint32_t j = 0; j < c->n; j++) VEC_PUSH(&lits, literal_wp(ic3, step, c->lits[j]));
    const struct cube *w = cube_make(&ic3->cubes, lits.at, lits.n);
    const struct lemma *d = w ? frame_find_subset(&ic3->frames, i - 1, s->from, w) : NULL;
    VEC_RELEASE(&lits);
    if (!d) return false;
    for (uint32_t k = 0; k < d->cube->n; k++) {
        term lit = d->cube->lits[k];
        if (guard_has(s, lit)) continue;
        bool found = false;
        for (uint32_t j = 0; j < c->n && !found; j++) {
            term w_j = literal_wp(ic3, step, c->lits[j]);
            if (w_j == lit) found = ic3->core.at[j] = true;
        }
        for (uint32_t j = 0; j < c->n && !found; j++) { /* the literal is one conjunct of a wp */
            term_vec parts = {0};
            term_conjuncts(literal_wp(ic3, step, c->lits[j]), &parts);
            for (uint32_t q = 0; q < parts.n && !found; q++)
                if (parts.at[q] == lit) found = ic3->core.at[j] = true;
            VEC_RELEASE(&parts);
        }
        assert(found);
    }
    ic3->core_from_frame = true;
    stats.inductive_syntactic++;
    return true;
}

bool inductive_syntactically(struct ic3 *ic3, uint32_t i, uint32_t step, const struct cube *c) {
    assert(i >= 1 && step < ic3->cfa->steps.n);
    const struct cfa_step *s = &ic3->cfa->steps.at[step];
    core_clear(ic3, c->n);
    if (frame_is_false(&ic3->frames, i - 1, s->from)) return true;
    for (uint32_t j = 0; j < c->n; j++) {
        term w = literal_wp(ic3, step, c->lits[j]);
        if (w != term_false() && !guard_has(s, term_not(w))) continue;
        ic3->core.at[j] = true;
        return true;
    }
    return options.pre_cubes && predecessor_cube(ic3, i, step, c);
}

/* x' = update(x) for the variables of c, and c': SPIN18 Def. 4. */
static void assume_transition(struct ic3 *ic3, const struct cfa_step *s, const struct cube *c, term_vec *as) {
    term_vec vars = {0};
    for (uint32_t j = 0; j < c->n; j++) term_free_vars(c->lits[j], &vars);
    for (uint32_t j = 0; j < vars.n; j++) {
        term by = subst_get(&s->wp, vars.at[j]);
        VEC_PUSH(as, term_eq(term_prime(vars.at[j]), by ? by : vars.at[j]));
    }
    VEC_RELEASE(&vars);
    (void)ic3;
}

static term literal_after(struct ic3 *ic3, uint32_t step, term literal) {
    return options.inductivity == INDUCTIVITY_TR ? term_primed(literal) : literal_wp(ic3, step, literal);
}

enum answer edge_relative_inductive(struct ic3 *ic3, uint32_t i, uint32_t step, const struct cube *c) {
    assert(i >= 1 && step < ic3->cfa->steps.n);
    assert(i > 0);
    if (inductive_syntactically(ic3, i, step, c)) return ANSWER_UNSAT;
    struct cfa_step *s = &ic3->cfa->steps.at[step];
    struct solver *solver = frame_solver(&ic3->frames, s->from);
    term_vec *as = &ic3->assumptions;
    VEC_CLEAR(as);
    for (uint32_t j = 0; j < c->n; j++) VEC_PUSH(as, literal_after(ic3, step, c->lits[j]));
    for (uint32_t j = 0; j < s->guard.n; j++) VEC_PUSH(as, s->guard.at[j]);
    if (options.inductivity == INDUCTIVITY_TR) assume_transition(ic3, s, c, as);
    if (options.self_loop && s->from == s->to) VEC_PUSH(as, cube_clause(c));
    frame_assume(&ic3->frames, i - 1, s->from, as);
    /* F(i-1,l) & guard & wp(e,c), or F(i-1,l) & T_e & c' */
    enum answer answer = solver_check(solver, as->at, as->n);
    if (answer == ANSWER_UNSAT)
        for (uint32_t j = 0; j < c->n; j++) ic3->core.at[j] = solver_in_core(solver, j);
    if (answer == ANSWER_UNKNOWN && !ic3->gave_up) ic3->gave_up = mem_strdup(solver_why_unknown(solver));
    return answer;
}

const struct cube *core_cube(struct ic3 *ic3, const struct cube *c) {
    assert(ic3->core.n >= c->n);
    term_vec lits = {0};
    for (uint32_t j = 0; j < c->n; j++)
        if (ic3->core.at[j]) VEC_PUSH(&lits, c->lits[j]);
    const struct cube *g = cube_make(&ic3->cubes, lits.at, lits.n);
    VEC_RELEASE(&lits);
    assert(g);
    return g;
}
