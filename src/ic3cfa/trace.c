/* One query about the whole path, so that the values of all inputs fit together, whatever cubes led
 * the search there. */
#include "ic3cfa/trace.h"

#include <assert.h>

#include "smt/solver.h"

struct trace_path {
    struct solver *solver;
    struct subst state; /* variable -> its value so far, over the initial values and the inputs */
    term_vec inputs;    /* the fresh copies, in order */
};

static void path_step(struct trace_path *p, const struct cfa_step *s) {
    term_vec values = {0};
    for (uint32_t j = 0; j < s->inputs.n; j++) {
        term copy = term_fresh("input", term_sort(s->inputs.at[j].var));
        subst_set(&p->state, s->inputs.at[j].var, copy);
        VEC_PUSH(&p->inputs, copy);
    }
    for (uint32_t j = 0; j < s->guard.n; j++)
        solver_assert(p->solver, subst_apply(&p->state, s->guard.at[j]));
    for (uint32_t j = 0; j < s->updates.n; j++)
        VEC_PUSH(&values, subst_apply(&p->state, s->updates.at[j].value));
    for (uint32_t j = 0; j < s->updates.n; j++) subst_set(&p->state, s->updates.at[j].var, values.at[j]);
    VEC_RELEASE(&values);
}

static void read_values(struct trace_path *p, const struct cfa *c, const uint32_t *steps, uint32_t n,
                        struct verdict *v) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct trace_step t = {.step = steps[i]};
        for (uint32_t j = 0; j < c->steps.at[steps[i]].inputs.n; j++)
            VEC_PUSH(&t.inputs, solver_value(p->solver, p->inputs.at[at++]));
        VEC_PUSH(&v->trace, t);
    }
    for (uint32_t i = 0; i < c->vars.n; i++) {
        struct initial_value x = {c->vars.at[i].var, solver_value(p->solver, c->vars.at[i].var)};
        if (x.v.lo || x.v.hi) VEC_PUSH(&v->initial, x);
    }
}

bool trace_along(const struct cfa *c, const uint32_t *steps, uint32_t n, struct verdict *v) {
    struct trace_path p = {.solver = solver_new()};
    for (uint32_t i = 0; i < n; i++) path_step(&p, &c->steps.at[steps[i]]);
    /* guard(e1) & guard(e2)[state after e1] & ... */
    bool feasible = solver_check(p.solver, NULL, 0) == ANSWER_SAT;
    if (feasible) read_values(&p, c, steps, n, v);
    solver_free(p.solver);
    subst_release(&p.state);
    VEC_RELEASE(&p.inputs);
    return feasible;
}
