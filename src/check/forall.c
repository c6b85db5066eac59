/* The check of invariants that speak of all elements of arrays.
 *
 * Such an invariant mentions ghosts, variables that are not the automaton's: I(l)(x, g) holds for
 * all g. Steps do not change ghosts, so
 *     consecution   I(l)(g) & guard(s) => wp(s, I(l')(g))
 * with g as one more variable shows it for all g at once: that is the ordinary check. What is read
 * elsewhere,
 *     a[i] := a[i - 1] + 1,
 * needs I(l) there, too, and I(l) holds for all g: then the question is asked again with instances
 * of I(l) at the indices at which the step reads arrays (and, with several ghosts, at those mixed
 * with the ghosts; those are assumed that a model violates, because few are needed). So is
 *     exclusion     (forall g: I(l)(g)) & guard(s) is unsatisfiable, for every step s into lE.
 * If that is not enough, the proof is not confirmed; nothing is believed because it was chosen
 * well. */
#include "check/bounded.h"

#include "check/cases.h"
#include "check/check.h"
#include "check/instances.h"
#include "smt/solver.h"
#include "util/clock.h"
#include "util/stats.h"

enum { MAX_INSTANCES = 64 }; /* tuples of indices */

static void ghosts_of(const struct cfa *c, const term_vec *facts, term_vec *ghosts) {
    term_vec vars = {0};
    for (uint32_t i = 0; i < facts->n; i++) term_free_vars(facts->at[i], &vars);
    for (uint32_t i = 0; i < vars.n; i++)
        if (!cfa_has_var(c, vars.at[i])) VEC_PUSH(ghosts, vars.at[i]);
    VEC_RELEASE(&vars);
}

/* The variables of the indices, for ghosts that stand for those. */
static void add_variables(const term_vec *ghosts, term_vec *indices) {
    term_vec vars = {0};
    for (uint32_t i = 0; i < indices->n; i++) term_free_vars(indices->at[i], &vars);
    for (uint32_t i = 0; i < vars.n; i++)
        for (uint32_t k = 0; k < ghosts->n && !terms_include(indices, vars.at[i]); k++)
            if (term_sort(vars.at[i]) == term_sort(ghosts->at[k]) &&
                term_sort(indices->at[0]) != term_sort(ghosts->at[k]))
                VEC_PUSH(indices, vars.at[i]);
    VEC_RELEASE(&vars);
}

/* The index for a ghost in the tuple of this number; TERM_NONE if the sorts differ. */
static term choice(const term_vec *indices, uint32_t *number, term ghost) {
    term index = indices->at[*number % indices->n];
    *number /= indices->n;
    return term_sort(index) == term_sort(ghost) ? index : TERM_NONE;
}

/* The facts with the tuple for the ghosts; nothing if that is the ghosts themselves. */
static void add_instance(const term_vec *facts, const term_vec *ghosts, const term_vec *indices,
                         uint32_t number, term_vec *instances) {
    struct subst by = {0};
    bool fits = true, moved = false;
    for (uint32_t k = 0; k < ghosts->n && fits; k++) {
        term index = choice(indices, &number, ghosts->at[k]);
        moved |= index != ghosts->at[k];
        if (index == TERM_NONE) fits = false;
        else subst_set(&by, ghosts->at[k], index);
    }
    for (uint32_t i = 0; i < facts->n && fits && moved; i++) {
        term instance = subst_apply(&by, facts->at[i]);
        if (instance != facts->at[i]) VEC_PUSH(instances, instance);
    }
    subst_release(&by);
}

void evidence_instances(const struct cfa *c, const term_vec *reading, const term_vec *facts,
                        term_vec *instances) {
    term_vec ghosts = {0}, indices = {0};
    ghosts_of(c, facts, &ghosts);
    for (uint32_t i = 0; i < reading->n && ghosts.n; i++) term_indices_read(reading->at[i], &indices);
    add_variables(&ghosts, &indices);
    for (uint32_t k = 0; k < ghosts.n && indices.n; k++)
        if (!terms_include(&indices, ghosts.at[k])) VEC_PUSH(&indices, ghosts.at[k]);
    uint64_t tuples = ghosts.n > 0;
    for (uint32_t k = 0; k < ghosts.n && tuples <= MAX_INSTANCES; k++) tuples *= indices.n;
    for (uint32_t i = 0; i < tuples && i < MAX_INSTANCES; i++)
        add_instance(facts, &ghosts, &indices, i, instances);
    VEC_RELEASE(&ghosts);
    VEC_RELEASE(&indices);
}

enum { AT_ONCE = 8 }; /* instances that one model brings in */

/* Assumes the instances that the solver's model violates; false if it violates none. */
static bool assume_violated(struct solver *solver, const term_vec *instances, term_vec *assumptions) {
    uint32_t before = assumptions->n;
    struct model m = {0};
    for (uint32_t i = 0; i < instances->n && assumptions->n < before + AT_ONCE; i++) {
        solver_model(solver, instances->at[i], &m);
        if (!term_holds(&m, instances->at[i])) terms_add_once(assumptions, instances->at[i]);
    }
    model_release(&m);
    return assumptions->n > before;
}

enum answer check_with_instances(struct solver *solver, const term_vec *instances, term_vec *assumptions) {
    enum answer a = solver_check(solver, assumptions->at, assumptions->n);
    while (a == ANSWER_SAT && assume_violated(solver, instances, assumptions))
        a = solver_check(solver, assumptions->at, assumptions->n);
    if (a != ANSWER_UNKNOWN || stop_requested()) return a;
    for (uint32_t i = 0; i < instances->n; i++) terms_add_once(assumptions, instances->at[i]);
    return solver_check(solver, assumptions->at, assumptions->n);
}

/* literals, if they multiply: case by case. */
static bool seen_by_cases(const term_vec *instances, const term_vec *facts, const term_vec *guard, int kind) {
    term_vec literals = {0};
    for (uint32_t i = 0; i < facts->n; i++) VEC_PUSH(&literals, facts->at[i]);
    for (uint32_t i = 0; i < guard->n; i++) VEC_PUSH(&literals, guard->at[i]);
    for (uint32_t i = 0; i < instances->n; i++) VEC_PUSH(&literals, instances->at[i]);
    bool seen = cases_wanted(&literals) && cases_refuted(&literals, kind);
    stats.algebra_checks += seen;
    VEC_RELEASE(&literals);
    return seen;
}

/* instances of I(l) & guard(s) */
static enum answer possible(struct cfa *c, struct cfa_step *s, const term_vec *facts, int kind) {
    term_vec instances = {0}, assumptions = {0};
    enum answer a = ANSWER_UNSAT;
    evidence_instances(c, &s->guard, facts, &instances);
    if (!seen_by_cases(&instances, facts, &s->guard, kind)) {
        struct solver *solver = solver_new_kind(kind, SOLVER_CHECKS);
        for (uint32_t i = 0; i < facts->n; i++) solver_assert(solver, facts->at[i]);
        for (uint32_t i = 0; i < s->guard.n; i++) solver_assert(solver, s->guard.at[i]);
        a = check_with_instances(solver, &instances, &assumptions);
        solver_free(solver);
    }
    VEC_RELEASE(&instances);
    VEC_RELEASE(&assumptions);
    return a;
}

char *evidence_check_forall(struct cfa *c, const struct facts *invariant, int kind, bool *unsure) {
    char *wrong = check_for_all_ghosts(c, invariant, kind, unsure);
    for (uint32_t i = 0; i < c->steps.n && !wrong; i++) {
        struct cfa_step *s = &c->steps.at[i];
        if (s->to != c->lE || possible(c, s, &invariant->at[s->from], kind) == ANSWER_UNSAT) continue;
        /* Even a model is no counterexample: other instances may exclude it. */
        *unsure = true;
        wrong = mem_printf(
            "the facts about all elements do not exclude the step from location %u to the error%s%s", s->from,
            stop_requested() ? ": " : "", stop_requested() ? stop_text(stop_requested()) : "");
    }
    return wrong;
}
