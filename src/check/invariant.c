/* The check of a proof.
 *
 * A candidate invariant I gives a conjunction of facts I(l) to every location. It proves that lE is
 * not reachable if
 *     initiation    I(l0) is valid: at l0 every variable has an arbitrary value;
 *     consecution   I(l) & guard(s) => wp(s, I(l'))  for every step s from l to l', l' other than lE;
 *     exclusion     I(l) & guard(s) is unsatisfiable  for every step s into lE.
 * The check trusts nothing but terms, the steps, the refuter (refuter.h), products (algebra.h) and
 * one fresh solver per location. A fact of the target whose wp is, under the constants that the
 * guard sets, true or itself a fact of the source needs neither, and what the refuter or algebra
 * refutes needs no solver: proofs of event loops have a million obligations that are so. */
#include "check/check.h"
#include "check/instances.h"

#include <assert.h>
#include <stdlib.h>

#include "check/algebra.h"
#include "check/bounded.h"
#include "check/cases.h"
#include "check/refuter.h"
#include "smt/equalities.h"
#include "smt/solver.h"
#include "util/clock.h"
#include "util/seconds.h"
#include "util/stats.h"

int check_other_solver(void) { return options.solver == SOLVER_NATIVE ? SOLVER_Z3 : SOLVER_NATIVE; }

int check_own_solver(void) { return check_other_solver() == SOLVER_Z3 ? SOLVER_NATIVE : SOLVER_Z3; }

const char *check_done_by(bool on_reduced) {
    static const char *const names[2][2][2] = {
        {{"native", "native and algebra"}, {"native and intervals", "native, intervals and algebra"}},
        {{"z3", "z3 and algebra"}, {"z3 and intervals", "z3, intervals and algebra"}}};
    bool by_z3 = check_other_solver() == SOLVER_Z3;
    bool intervals = (by_z3 && stats.box_checks) || (on_reduced && stats.set_checks);
    return names[by_z3][intervals][stats.algebra_checks > 0];
}

static char *describe(const struct cfa *c, const struct cfa_step *s, const char *what, term fact) {
    struct strbuf b = {0};
    strbuf_printf(&b, "%s fails along the step from location %u to %u (", what, s->from, s->to);
    cfa_print_pos(&b, c, c->locs.at[s->from].pos);
    strbuf_text(&b, ")");
    if (fact != TERM_NONE) {
        char *text = term_text(fact);
        strbuf_printf(&b, " for %s", text);
        free(text);
    }
    return strbuf_take(&b);
}

/* The check of one proof. */
struct check {
    struct cfa *c;
    const struct facts *inv;
    struct cfa_index steps;
    struct refuter refuter;
    int kind; /* of the solvers */
    bool exclude_error;
    bool for_all_ghosts; /* variables that are not the automaton's have all values at once */
    bool *unsure;
};

/* The location whose steps are checked. */
struct step_source {
    const term_vec *facts;
    struct int_map here;   /* the facts again */
    struct solver *solver; /* NULL until it is needed; I(l) is asserted */
};

static struct solver *source_solver(const struct check *k, struct step_source *at) {
    if (at->solver) return at->solver;
    at->solver = solver_new_kind(k->kind, SOLVER_CHECKS);
    for (uint32_t i = 0; i < at->facts->n; i++) solver_assert(at->solver, at->facts->at[i]);
    return at->solver;
}

/* I(l) & guard & !wp(s, fact), or I(l) & guard for fact = false: refuted at sight, by sets of
 * values or by multiplying out? */
static bool refuted(struct check *k, const struct step_source *at, struct cfa_step *s, term fact) {
    assert(term_sort(fact) == sort_bool());
    term wrong = term_not(cfa_wp(s, fact));
    bool seen = refuter_refutes(&k->refuter, at->facts, &s->guard, wrong, NULL);
    stats.set_checks += seen;
    if (seen) return true;
    seen = (cases_wanted(at->facts) || cases_wanted(&s->guard) || equalities_wanted(wrong)) &&
           algebra_refutes(at->facts, &s->guard, wrong);
    stats.algebra_checks += seen;
    return seen;
}

/* Does the equation follow? I(l) & guard & a != b */
static bool follows(const struct check *k, struct step_source *at, struct cfa_step *s, term equation) {
    assert(term_op_of(equation) == OP_EQ);
    term_vec assumptions = {0};
    for (uint32_t i = 0; i < s->guard.n; i++) VEC_PUSH(&assumptions, s->guard.at[i]);
    VEC_PUSH(&assumptions, term_not(equation));
    struct solver *solver = source_solver(k, at);
    solver_set_limit(solver, CHECK_EQUATION_SECONDS);
    enum answer a = solver_check(solver, assumptions.at, assumptions.n);
    solver_set_limit(solver, 0);
    VEC_RELEASE(&assumptions);
    return a == ANSWER_UNSAT;
}

/* Products are compared by substitution or hardly at all, and solvers substitute equations, not two
 * bounds that amount to one. So such an equation is proven by itself, and then the question is
 * asked with one side for the other. False: it has to be asked as it is. */
static bool refuted_by_equations(const struct check *k, struct step_source *at, struct cfa_step *s,
                                 term not_fact) {
    term_vec literals = {0}, equations = {0};
    for (uint32_t i = 0; i < at->facts->n; i++) VEC_PUSH(&literals, at->facts->at[i]);
    for (uint32_t i = 0; i < s->guard.n; i++) VEC_PUSH(&literals, s->guard.at[i]);
    if (not_fact != term_true()) VEC_PUSH(&literals, not_fact);
    if (cases_wanted(&literals)) equalities_suggest(&literals, &equations);
    bool some = false;
    for (uint32_t i = 0; i < equations.n; i++) {
        if (!follows(k, at, s, equations.at[i])) continue;
        equalities_substitute(&literals, equations.at[i]);
        some = true;
    }
    struct solver *solver = solver_new_kind(k->kind, SOLVER_CHECKS);
    solver_set_limit(solver, CHECK_EQUATION_SECONDS);
    for (uint32_t i = 0; i < literals.n && some; i++) solver_assert(solver, literals.at[i]);
    bool refuted = some && solver_check(solver, NULL, 0) == ANSWER_UNSAT;
    solver_free(solver);
    VEC_RELEASE(&literals);
    VEC_RELEASE(&equations);
    return refuted;
}

/* I(l) & what is assumed beside it, if that multiplies: case by case. */
static bool refuted_by_cases(const struct check *k, const struct step_source *at,
                             const term_vec *assumptions) {
    term_vec literals = {0};
    for (uint32_t i = 0; i < at->facts->n; i++) VEC_PUSH(&literals, at->facts->at[i]);
    for (uint32_t i = 0; i < assumptions->n; i++) VEC_PUSH(&literals, assumptions->at[i]);
    bool refuted = cases_wanted(&literals) && cases_refuted(&literals, k->kind);
    stats.algebra_checks += refuted;
    VEC_RELEASE(&literals);
    return refuted;
}

/* I(l) & instances of I(l) & assumptions */
static enum answer ask_with_instances(const struct check *k, struct step_source *at,
                                      const term_vec *instances, term_vec *assumptions) {
    term_vec all = {0};
    for (uint32_t i = 0; i < assumptions->n; i++) VEC_PUSH(&all, assumptions->at[i]);
    for (uint32_t i = 0; i < instances->n; i++) VEC_PUSH(&all, instances->at[i]);
    bool refuted = refuted_by_cases(k, at, &all);
    VEC_RELEASE(&all);
    return refuted ? ANSWER_UNSAT : check_with_instances(source_solver(k, at), instances, assumptions);
}

/* I(l) & guard & !wp(s, fact), or I(l) & guard for fact = false; then, if it is about all ghosts,
 * with instances of I(l). */
static enum answer escapes(const struct check *k, struct step_source *at, struct cfa_step *s, term fact) {
    term_vec assumptions = {0};
    for (uint32_t i = 0; i < s->guard.n; i++) VEC_PUSH(&assumptions, s->guard.at[i]);
    term not_fact = term_not(cfa_wp(s, fact));
    enum answer a = ANSWER_UNSAT;
    if (not_fact != term_true()) VEC_PUSH(&assumptions, not_fact);
    /* Case by case first: a solver that sees products takes long to look at anything else. */
    if (not_fact != term_false() && !refuted_by_cases(k, at, &assumptions) &&
        !refuted_by_equations(k, at, s, not_fact))
        a = solver_check(source_solver(k, at), assumptions.at, assumptions.n);
    term_vec instances = {0};
    if (a != ANSWER_UNSAT && k->for_all_ghosts) evidence_instances(k->c, &assumptions, at->facts, &instances);
    if (instances.n) a = ask_with_instances(k, at, &instances, &assumptions);
    VEC_RELEASE(&instances);
    VEC_RELEASE(&assumptions);
    return a;
}

static char *answer_text(const struct check *k, struct cfa_step *s, term fact, enum answer a) {
    if (a == ANSWER_UNSAT) return NULL;
    assert(k->c->steps.at <= s && s < k->c->steps.at + k->c->steps.n);
    *k->unsure = a == ANSWER_UNKNOWN;
    if (*k->unsure)
        return mem_printf("the solver could not check the proof (%s)", stop_text(stop_requested()));
    return describe(k->c, s, fact == term_false() ? "exclusion of the error" : "consecution", fact);
}

/* x = c in the guard of s: x -> c. */
static void guard_constants(const struct cfa_step *s, struct subst *constants) {
    for (uint32_t i = 0; i < s->guard.n; i++) {
        term g = s->guard.at[i];
        if (term_op_of(g) != OP_EQ || !term_is_const(term_arg(g, 0)) || !term_is_var(term_arg(g, 1)))
            continue;
        subst_set(constants, term_arg(g, 1), term_arg(g, 0));
    }
}

/* The facts of the target that are not true along s at sight. */
static void open_facts(struct check *k, const struct step_source *at, struct cfa_step *s, term_vec *open) {
    const term_vec *target = &k->inv->at[s->to];
    struct subst constants = {0};
    guard_constants(s, &constants);
    for (uint32_t i = 0; i < target->n; i++) {
        term before = cfa_wp(s, target->at[i]);
        if (int_map_get(&at->here, before) || subst_apply(&constants, before) == term_true()) continue;
        if (!refuted(k, at, s, target->at[i])) VEC_PUSH(open, target->at[i]);
    }
    subst_release(&constants);
}

/* All facts of the target at once; one by one only to say which of them fails or to help the
 * solver. */
static char *check_step(struct check *k, struct step_source *at, struct cfa_step *s) {
    term_vec open = {0};
    char *wrong = NULL;
    open_facts(k, at, s, &open);
    bool implied = !open.n || escapes(k, at, s, term_and_n(open.at, open.n)) == ANSWER_UNSAT;
    for (uint32_t i = 0; i < open.n && !implied && !wrong; i++)
        wrong = answer_text(k, s, open.at[i], escapes(k, at, s, open.at[i]));
    VEC_RELEASE(&open);
    return wrong; /* NULL if each fact by itself is implied */
}

static char *check_exclusion(struct check *k, struct step_source *at, struct cfa_step *s) {
    assert(s->to == k->c->lE && k->exclude_error);
    if (refuted(k, at, s, term_false())) return NULL;
    return answer_text(k, s, term_false(), escapes(k, at, s, term_false()));
}

static char *check_location(struct check *k, loc l) {
    assert(l < k->inv->n && k->inv->n == k->c->locs.n);
    struct step_source at = {.facts = &k->inv->at[l]};
    for (uint32_t i = 0; i < at.facts->n; i++) int_map_put(&at.here, at.facts->at[i], NULL);
    char *wrong = NULL;
    for (uint32_t i = 0; i < k->steps.out[l].n && !wrong; i++) {
        struct cfa_step *s = &k->c->steps.at[k->steps.out[l].at[i]];
        assert(s->from == l);
        if (stop_requested()) {
            *k->unsure = true;
            wrong = mem_printf("the check of the proof was stopped (%s)", stop_text(stop_requested()));
        } else {
            wrong =
                s->to == k->c->lE && k->exclude_error ? check_exclusion(k, &at, s) : check_step(k, &at, s);
        }
    }
    int_map_release(&at.here);
    if (at.solver) solver_free(at.solver);
    return wrong;
}

/* I(l0) is valid. */
static char *check_initiation(struct cfa *c, const struct facts *inv, int kind, bool *unsure) {
    term all = term_and_n(inv->at[c->l0].at, inv->at[c->l0].n);
    if (all == term_true()) return NULL;
    struct solver *solver = solver_new_kind(kind, SOLVER_CHECKS);
    solver_assert(solver, term_not(all));
    enum answer a = solver_check(solver, NULL, 0);
    solver_free(solver);
    if (a == ANSWER_UNSAT) return NULL;
    *unsure = a == ANSWER_UNKNOWN;
    char *text = term_text(all), *wrong = mem_printf("initiation fails for %s", text);
    free(text);
    return wrong;
}

static bool has_false(const term_vec *facts) {
    for (uint32_t i = 0; i < facts->n; i++)
        if (facts->at[i] == term_false()) return true;
    return false;
}

static char *check(struct cfa *c, const struct facts *inv, int kind, bool exclude_error, bool for_all_ghosts,
                   bool *unsure) {
    *unsure = false;
    if (inv->n != c->locs.n)
        return mem_printf("the proof speaks of %u locations, not of %u", inv->n, c->locs.n);
    if (c->l0 == c->lE) return mem_printf("the error location is where the program starts");
    struct check k = {.c = c,
                      .inv = inv,
                      .kind = kind,
                      .exclude_error = exclude_error,
                      .for_all_ghosts = for_all_ghosts,
                      .unsure = unsure};
    cfa_index_steps(c, &k.steps);
    refuter_init(&k.refuter);
    char *wrong = check_initiation(c, inv, kind, unsure);
    for (loc l = 0; l < c->locs.n && !wrong; l++)
        if (!has_false(&inv->at[l])) wrong = check_location(&k, l);
    refuter_release(&k.refuter);
    cfa_index_release(&k.steps);
    return wrong;
}

char *check_invariant(struct cfa *c, const struct facts *invariant, int kind, bool *unsure) {
    return check(c, invariant, kind, true, false, unsure);
}

char *check_inductive(struct cfa *c, const struct facts *invariant, int kind, bool *unsure) {
    return check(c, invariant, kind, false, false, unsure);
}

char *check_for_all_ghosts(struct cfa *c, const struct facts *invariant, int kind, bool *unsure) {
    return check(c, invariant, kind, false, true, unsure);
}
