/* From the hops that reached lE to an execution.
 *
 * Backwards over regions: the fresh states of the last hop, those before it that lead there, the
 * first hop that brought one of these, and so on to l0. That gives a path of edges and the states
 * to pass through. Forwards on values: from the state at hand, which step of the edge leads into
 * the next set, and with which inputs? One small query each. Where the regions are exact that
 * always succeeds; where they are not, it may end nowhere. */
#include <assert.h>
#include <stdlib.h>

#include "regions/reach.h"
#include "smt/solver.h"

/* The first hop into l that brought states of `wanted`, before hop `before`; UINT32_MAX if none. */
static uint32_t first_hop(struct reach *r, loc l, mdd wanted, uint32_t before) {
    assert(l < r->c->locs.n && before <= r->hops.n);
    for (uint32_t i = 0; i < before; i++)
        if (r->c->edges.at[r->hops.at[i].edge].to == l &&
            mdd_and(&r->a.table, r->hops.at[i].fresh, wanted) != MDD_NONE)
            return i;
    return UINT32_MAX;
}

/* The path, last edge first. */
static bool backwards(struct reach *r, stop_vec *path) {
    loc at = r->c->lE;
    mdd wanted = MDD_ALL;
    uint32_t i = r->hops.n;
    while (at != r->c->l0) {
        i = first_hop(r, at, wanted, i);
        if (i == UINT32_MAX || r->a.table.full) return false;
        mdd into = mdd_and(&r->a.table, wanted, r->hops.at[i].fresh);
        assert(into != MDD_NONE || r->a.table.full);
        VEC_PUSH(path, (struct stop){r->hops.at[i].edge, into});
        const struct cfa_edge *e = &r->c->edges.at[r->hops.at[i].edge];
        wanted = abstract_preimage(&r->a, into, e->cmd);
        at = e->from;
    }
    return true;
}

/* A state, and the variables whose value at l0 was chosen. */
struct execution {
    struct cfa *c;
    struct subst state; /* variable -> constant; those without one were not chosen yet */
    struct verdict *v;
};

static term now(struct execution *x, term t) { return subst_apply(&x->state, t); }

/* Values of the variables that the query left open: they are the values at l0. */
static void choose_initial(struct execution *x, struct solver *s) {
    for (uint32_t i = 0; i < x->c->vars.n; i++) {
        term var = x->c->vars.at[i].var;
        value v = solver_value(s, var);
        if (v.lo || v.hi) VEC_PUSH(&x->v->initial, (struct initial_value){var, v});
        subst_set(&x->state, var, term_const(term_sort(var), v));
    }
}

static void take(struct execution *x, const struct cfa_step *s, uint32_t index, struct solver *solver) {
    assert(&x->c->steps.at[index] == s);
    struct trace_step taken = {.step = index};
    if (!x->v->trace.n) choose_initial(x, solver);
    for (uint32_t i = 0; i < s->inputs.n; i++) {
        value v = solver_value(solver, s->inputs.at[i].var);
        VEC_PUSH(&taken.inputs, v);
        subst_set(&x->state, s->inputs.at[i].var, term_const(term_sort(s->inputs.at[i].var), v));
    }
    term_vec values = {0};
    for (uint32_t i = 0; i < s->updates.n; i++) VEC_PUSH(&values, now(x, s->updates.at[i].value));
    for (uint32_t i = 0; i < s->updates.n; i++) subst_set(&x->state, s->updates.at[i].var, values.at[i]);
    for (uint32_t i = 0; i < s->inputs.n; i++) subst_set(&x->state, s->inputs.at[i].var, s->inputs.at[i].var);
    VEC_RELEASE(&values);
    VEC_PUSH(&x->v->trace, taken);
}

/* state & guard & wp(step, wanted) */
static bool try_step(struct execution *x, uint32_t index, term wanted) {
    assert(index < x->c->steps.n);
    struct cfa_step *s = &x->c->steps.at[index];
    term query = now(x, cfa_wp(s, wanted));
    for (uint32_t i = 0; i < s->guard.n && query != term_false(); i++)
        query = term_and(query, now(x, s->guard.at[i]));
    if (query == term_false()) return false;
    struct solver *solver = solver_new();
    solver_assert(solver, query);
    bool found = solver_check(solver, NULL, 0) == ANSWER_SAT;
    if (found) take(x, s, index, solver);
    solver_free(solver);
    return found;
}

static bool along_edge(struct execution *x, uint32_t edge, term wanted) {
    assert(edge < x->c->edges.n);
    for (uint32_t i = 0; i < x->c->steps.n; i++)
        if (x->c->steps.at[i].edge == edge && try_step(x, i, wanted)) return true;
    return false;
}

bool reach_trace(struct reach *r, struct verdict *v, stop_vec *path, uint32_t *dead_end) {
    struct execution x = {.c = r->c, .v = v};
    bool found = backwards(r, path);
    *dead_end = 0;
    for (uint32_t i = path->n; i-- > 0 && found;) {
        found = along_edge(&x, path->at[i].edge, abstract_term(&r->a, path->at[i].into));
        if (!found) *dead_end = i;
    }
    subst_release(&x.state);
    if (!found) verdict_clear(v);
    return found;
}
