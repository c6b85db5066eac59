/* One query about the whole path, so that the values of all inputs fit together, whatever cubes led
 * the search there. */
#include "ic3cfa/trace.h"

#include <assert.h>

#include "ic3cfa/path.h"
#include "smt/solver.h"

static void read_values(struct solver *solver, const struct path_formula *p, const struct cfa *c,
                        const uint32_t *steps, uint32_t n, struct verdict *v) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct trace_step t = {.step = steps[i]};
        for (uint32_t j = 0; j < c->steps.at[steps[i]].inputs.n; j++)
            VEC_PUSH(&t.inputs, solver_value(solver, p->inputs.at[at++]));
        VEC_PUSH(&v->trace, t);
    }
    for (uint32_t i = 0; i < c->vars.n; i++) {
        struct initial_value x = {c->vars.at[i].var, solver_value(solver, c->vars.at[i].var)};
        if (x.v.lo || x.v.hi) VEC_PUSH(&v->initial, x);
    }
}

bool trace_along(const struct cfa *c, const uint32_t *steps, uint32_t n, struct verdict *v) {
    struct solver *solver = solver_new();
    struct path_formula p = {0};
    for (uint32_t i = 0; i < n; i++) path_step(&p, &c->steps.at[steps[i]]);
    for (uint32_t i = 0; i < p.guards.n; i++) solver_assert(solver, p.guards.at[i]);
    /* guard(e1) & guard(e2)[state after e1] & ... */
    bool feasible = solver_check(solver, NULL, 0) == ANSWER_SAT;
    if (feasible) read_values(solver, &p, c, steps, n, v);
    solver_free(solver);
    path_release(&p);
    return feasible;
}
