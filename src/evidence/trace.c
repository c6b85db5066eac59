/* The check of a trace on the automaton that the engine worked on: the steps must follow each other from
 * l0 to lE, and the term evaluator must find every guard true under the inputs of the trace.
 *
 * At l0 every variable has an arbitrary value, which a trace does not record. Automata of the front end set
 * every variable before they read it, so zeros will do; for others the weakest precondition of the whole
 * path, with the inputs fixed, says which initial values lead to lE. */
#include "evidence/evidence.h"

#include "smt/solver.h"

static char *check_shape(const struct cfa *c, const struct verdict *v) {
    loc at = c->l0;
    for (uint32_t i = 0; i < v->trace.n; i++) {
        const struct trace_step *t = &v->trace.at[i];
        if (t->step >= c->steps.n) return mem_printf("step %u of the trace does not exist", i);
        const struct cfa_step *s = &c->steps.at[t->step];
        if (s->from != at) return mem_printf("step %u of the trace starts at location %u, not %u", i, s->from, at);
        if (t->inputs.n != s->inputs.n)
            return mem_printf("step %u of the trace has %u inputs instead of %u", i, t->inputs.n, s->inputs.n);
        at = s->to;
    }
    return at == c->lE ? NULL : mem_printf("the trace ends at location %u, which is not the error", at);
}

/* Executes one step; false if its guard does not hold. */
static bool take(const struct cfa_step *s, const struct trace_step *t, struct model *state) {
    for (uint32_t i = 0; i < s->inputs.n; i++) model_set(state, s->inputs.at[i].var, t->inputs.at[i]);
    for (uint32_t i = 0; i < s->guard.n; i++)
        if (!term_holds(state, s->guard.at[i])) return false;
    VEC(value) values = {0};
    for (uint32_t i = 0; i < s->updates.n; i++) VEC_PUSH(&values, term_eval(state, s->updates.at[i].value));
    for (uint32_t i = 0; i < s->updates.n; i++) model_set(state, s->updates.at[i].var, values.at[i]);
    VEC_RELEASE(&values);
    return true;
}

static char *evaluate(const struct cfa *c, const struct verdict *v, struct model *state) {
    for (uint32_t i = 0; i < v->trace.n; i++) {
        const struct cfa_step *s = &c->steps.at[v->trace.at[i].step];
        if (take(s, &v->trace.at[i], state)) continue;
        struct strbuf b = {0};
        strbuf_printf(&b, "step %u of the trace (from location %u, ", i, s->from);
        cfa_print_pos(&b, c, c->locs.at[s->from].pos);
        strbuf_text(&b, ") cannot be taken");
        return strbuf_take(&b);
    }
    return NULL;
}

/* phi before the step: its guard and phi with the updates and the input values substituted. */
static term before(struct cfa_step *s, const struct trace_step *t, term phi) {
    struct subst inputs = {0};
    for (uint32_t i = 0; i < s->inputs.n; i++) {
        term var = s->inputs.at[i].var;
        subst_set(&inputs, var, term_const(term_sort(var), t->inputs.at[i]));
    }
    term result = term_and(term_and_n(s->guard.at, s->guard.n), cfa_wp(s, phi));
    result = subst_apply(&inputs, result);
    subst_release(&inputs);
    return result;
}

/* Initial values from which the trace leads to lE, if there are any. */
static bool initial_values(struct cfa *c, const struct verdict *v, struct model *state) {
    term phi = term_true();
    for (uint32_t i = v->trace.n; i-- > 0 && phi != term_false();)
        phi = before(&c->steps.at[v->trace.at[i].step], &v->trace.at[i], phi);
    if (phi == term_false() || phi == term_true()) return false;
    struct solver *solver = solver_new_kind(SOLVER_Z3);
    solver_assert(solver, phi);
    bool found = solver_check(solver, NULL, 0) == ANSWER_SAT;
    if (found) solver_model(solver, phi, state);
    solver_free(solver);
    return found;
}

char *evidence_check_trace(struct cfa *c, const struct verdict *v) {
    assert(v->kind == VERDICT_FALSE);
    char *wrong = check_shape(c, v);
    if (wrong) return wrong;
    struct model state = {0};
    wrong = evaluate(c, v, &state);
    if (wrong) {
        model_release(&state);
        state = (struct model){0};
        if (initial_values(c, v, &state)) {
            free(wrong);
            wrong = evaluate(c, v, &state);
        }
    }
    model_release(&state);
    return wrong;
}
