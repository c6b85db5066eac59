/* Houdini's filter for candidates that come from elsewhere: no samples, no weakening. What is not
 * inductive together with the others is dropped until all that is left is. */
#include <assert.h>

#include "lemmas/lemmas.h"
#include "smt/solver.h"
#include "util/log.h"
#include "util/seconds.h"
#include "util/stats.h"

/* Drops the facts at s->to that do not follow along the step; were there any? */
static bool drop_along(struct cfa_step *s, struct facts *f) {
    struct solver *solver = solver_new();
    term_vec *target = &f->at[s->to];
    uint32_t kept = 0;
    solver_set_limit(solver, LEMMAS_EARLIER_QUERY_SECONDS);
    for (uint32_t i = 0; i < f->at[s->from].n; i++) solver_assert(solver, f->at[s->from].at[i]);
    for (uint32_t i = 0; i < s->guard.n; i++) solver_assert(solver, s->guard.at[i]);
    /* A self-loop assumes what it drops: the solver has the old facts, so one more round is
     * made. */
    uint32_t before = target->n;
    for (uint32_t i = 0; i < before; i++) {
        /* F(l) & guard(s) & wp(s, !fact) */
        term wrong = cfa_wp(s, term_not(target->at[i]));
        if (solver_check(solver, &wrong, 1) == ANSWER_UNSAT) target->at[kept++] = target->at[i];
    }
    target->n = kept;
    solver_free(solver);
    return kept < before;
}

void lemmas_filter(struct cfa *c, struct facts *candidates, const struct budget *b) {
    assert(candidates->n == c->locs.n && !candidates->at[c->l0].n);
    bool changed = true;
    while (changed && !budget_over(b)) {
        changed = false;
        for (uint32_t i = 0; i < c->steps.n && !budget_over(b); i++)
            if (c->steps.at[i].to != c->lE && candidates->at[c->steps.at[i].to].n)
                changed |= drop_along(&c->steps.at[i], candidates);
    }
    if (!changed && !budget_over(b)) return;
    facts_release(candidates); /* out of time: nothing is known to be inductive */
    facts_init(candidates, c->locs.n);
}
