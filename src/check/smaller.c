/* Proofs without the facts that they do not need.
 *
 * Minimization goes backwards from lE: a fact is needed if it is in the solver's core for a step
 * into lE, or for a needed fact of a successor. What is left is inductive by construction; it is
 * checked again all the same. */
#include "check/check.h"
#include "check/instances.h"

#include <assert.h>
#include <stdlib.h>

#include "check/bounded.h"
#include "check/refuter.h"
#include "smt/equalities.h"
#include "smt/solver.h"
#include "util/seconds.h"

struct shrink_place {
    loc l;
    uint32_t fact;
};

struct shrink {
    struct cfa *c;
    struct facts *inv;
    struct cfa_index steps;
    struct refuter refuter;
    /* per location, made when first needed; facts hang on their activation */
    struct solver **solvers;
    term_vec *active; /* per location: the activation variables of its facts */
    bool **needed;    /* per location and fact */
    VEC(struct shrink_place) waiting;
    struct budget budget;
    /* Of the solvers. */
    int kind;
    enum solver_role role;
    bool for_all_ghosts;
};

static void need(struct shrink *m, loc l, uint32_t i) {
    assert(l < m->c->locs.n && i < m->inv->at[l].n);
    if (m->needed[l][i]) return;
    m->needed[l][i] = true;
    VEC_PUSH(&m->waiting, (struct shrink_place){l, i});
}

/* The instances of a fact where the steps from its location read hang on its activation, too. */
static void assert_instances(struct shrink *m, loc l, uint32_t fact) {
    term_vec reading = {0}, facts = {0}, instances = {0};
    for (uint32_t i = 0; i < m->steps.out[l].n; i++) {
        const struct cfa_step *s = &m->c->steps.at[m->steps.out[l].at[i]];
        for (uint32_t j = 0; j < s->guard.n; j++) VEC_PUSH(&reading, s->guard.at[j]);
        for (uint32_t j = 0; j < s->updates.n; j++) VEC_PUSH(&reading, s->updates.at[j].value);
    }
    VEC_PUSH(&facts, m->inv->at[l].at[fact]);
    evidence_instances(m->c, &reading, &facts, &instances);
    for (uint32_t i = 0; i < instances.n; i++)
        solver_assert_if(m->solvers[l], m->active[l].at[fact], instances.at[i]);
    VEC_RELEASE(&reading);
    VEC_RELEASE(&facts);
    VEC_RELEASE(&instances);
}

static struct solver *location_solver(struct shrink *m, loc l) {
    assert(l < m->c->locs.n);
    if (m->solvers[l]) return m->solvers[l];
    m->solvers[l] = solver_new_kind(m->kind, m->role);
    for (uint32_t i = 0; i < m->inv->at[l].n; i++) {
        VEC_PUSH(&m->active[l], term_fresh("fact", sort_bool()));
        solver_assert_if(m->solvers[l], m->active[l].at[i], m->inv->at[l].at[i]);
        if (m->for_all_ghosts) assert_instances(m, l, i);
    }
    return m->solvers[l];
}

/* Marks the facts at the source of s that the refuter needs for I(l) & guard & !wp(s, fact); false
 * if it does not see it. */
static bool seen_for(struct shrink *m, struct cfa_step *s, term not_fact) {
    const term_vec *facts = &m->inv->at[s->from];
    bool *used = mem_zero(facts->n + 1, sizeof *used);
    bool seen = refuter_refutes(&m->refuter, facts, &s->guard, not_fact, used);
    for (uint32_t i = 0; seen && i < facts->n; i++)
        if (used[i]) need(m, s->from, i);
    free(used);
    return seen;
}

/* The activations in the core of the last answer, of those that the assumptions begin with. */
static uint32_t core_of(const struct solver *solver, term_vec *assumptions, uint32_t active) {
    uint32_t kept = 0, n = 0;
    for (uint32_t i = 0; i < assumptions->n; i++) {
        if (i < active && !solver_in_core(solver, i)) continue;
        kept += i < active;
        assumptions->at[n++] = assumptions->at[i];
    }
    assumptions->n = n;
    return kept;
}

/* The fact of an activation multiplies unknowns, and nobody needs it yet. */
static bool is_burden(const struct shrink *m, loc l, term active) {
    for (uint32_t i = 0; i < m->active[l].n; i++)
        if (m->active[l].at[i] == active) return !m->needed[l][i] && equalities_wanted(m->inv->at[l].at[i]);
    return false;
}

/* A core has more facts than it needs, and one about products too many may take the check longer
 * than all others: these are left out one by one. */
static uint32_t without_burdens(struct shrink *m, loc l, term_vec *assumptions, uint32_t active) {
    struct solver *solver = m->solvers[l];
    for (uint32_t i = active; i-- > 0 && !budget_over(&m->budget);) {
        term left_out = assumptions->at[i];
        if (i >= active || !is_burden(m, l, left_out)) continue;
        assumptions->at[i] = term_true();
        double left = budget_query(&m->budget);
        solver_set_limit(solver, left < CHECK_BURDEN_SECONDS ? left : CHECK_BURDEN_SECONDS);
        /* I(l) without the fact & guard & !wp(s, fact) */
        if (solver_check(solver, assumptions->at, assumptions->n) != ANSWER_UNSAT)
            assumptions->at[i] = left_out;
        else active = core_of(solver, assumptions, active);
    }
    return active;
}

/* Marks the facts at the source of s in a core of I(l) & guard & !wp(s, fact). */
static bool need_for(struct shrink *m, struct cfa_step *s, term fact) {
    term not_fact = term_not(cfa_wp(s, fact));
    if (not_fact == term_false() || seen_for(m, s, not_fact)) return true;
    struct solver *solver = location_solver(m, s->from);
    const term_vec *active = &m->active[s->from];
    term_vec assumptions = {0};
    for (uint32_t i = 0; i < active->n; i++) VEC_PUSH(&assumptions, active->at[i]);
    for (uint32_t i = 0; i < s->guard.n; i++) VEC_PUSH(&assumptions, s->guard.at[i]);
    if (not_fact != term_true()) VEC_PUSH(&assumptions, not_fact);
    solver_set_limit(solver, budget_query(&m->budget));
    bool done = solver_check(solver, assumptions.at, assumptions.n) == ANSWER_UNSAT;
    uint32_t n = done ? core_of(solver, &assumptions, active->n) : 0;
    if (done) n = without_burdens(m, s->from, &assumptions, n);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < active->n; j++)
            if (active->at[j] == assumptions.at[i]) need(m, s->from, j);
    VEC_RELEASE(&assumptions);
    return done;
}

static bool need_all(struct shrink *m, loc l, term fact) {
    assert(l < m->c->locs.n);
    for (uint32_t i = 0; i < m->steps.in[l].n; i++) {
        if (budget_over(&m->budget) || !need_for(m, &m->c->steps.at[m->steps.in[l].at[i]], fact))
            return false;
    }
    return true;
}

static void shrink_init(struct shrink *m, struct cfa *c, struct facts *inv) {
    assert(inv->n == c->locs.n);
    *m = (struct shrink){.c = c, .inv = inv};
    cfa_index_steps(c, &m->steps);
    refuter_init(&m->refuter);
    m->solvers = mem_zero(inv->n, sizeof *m->solvers);
    m->active = mem_zero(inv->n, sizeof *m->active);
    m->needed = mem_zero(inv->n, sizeof *m->needed);
    for (loc l = 0; l < inv->n; l++) m->needed[l] = mem_zero(inv->at[l].n, sizeof **m->needed);
}

static void shrink_release(struct shrink *m) {
    for (loc l = 0; l < m->inv->n; l++) {
        if (m->solvers[l]) solver_free(m->solvers[l]);
        VEC_RELEASE(&m->active[l]);
        free(m->needed[l]);
    }
    free(m->solvers);
    free(m->active);
    free(m->needed);
    VEC_RELEASE(&m->waiting);
    refuter_release(&m->refuter);
    cfa_index_release(&m->steps);
}

static void keep_needed(struct shrink *m) {
    for (loc l = 0; l < m->inv->n; l++) {
        term_vec *facts = &m->inv->at[l];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < facts->n; i++)
            if (m->needed[l][i] || l == m->c->lE) facts->at[kept++] = facts->at[i];
        facts->n = kept;
    }
}

static void minimize(struct cfa *c, struct facts *invariant, int kind, bool for_all_ghosts,
                     const struct budget *b) {
    assert(invariant->n == c->locs.n);
    if (facts_count(invariant) > MANY_LEMMAS) return;
    struct shrink m;
    shrink_init(&m, c, invariant);
    m.budget = *b;
    m.kind = kind;
    m.role = kind == check_other_solver() ? SOLVER_CHECKS : SOLVER_FINDS;
    m.for_all_ghosts = for_all_ghosts;
    bool sure = need_all(&m, c->lE, term_false());
    while (sure && m.waiting.n) {
        loc l = VEC_LAST(&m.waiting).l;
        term fact = invariant->at[l].at[VEC_LAST(&m.waiting).fact];
        m.waiting.n--;
        sure = need_all(&m, l, fact);
    }
    if (sure) keep_needed(&m);
    shrink_release(&m);
}

void check_minimize_invariant(struct cfa *c, struct facts *invariant, int kind, const struct budget *b) {
    minimize(c, invariant, kind, false, b);
}

void check_minimize_for_all_ghosts(struct cfa *c, struct facts *invariant, int kind, const struct budget *b) {
    minimize(c, invariant, kind, true, b);
}
