/* The check of a trace on the automaton that the engine worked on: the steps must follow each other
 * from l0 to lE, and the term evaluator must find every guard true under the inputs of the trace.
 *
 * At l0 every variable has an arbitrary value; the verdict names those that matter, the others are
 * 0. */
#include "replay/replay.h"

static char *check_shape(const struct cfa *c, const struct verdict *v) {
    loc at = c->l0;
    for (uint32_t i = 0; i < v->trace.n; i++) {
        const struct trace_step *t = &v->trace.at[i];
        if (t->step >= c->steps.n) return mem_printf("step %u of the trace does not exist", i);
        const struct cfa_step *s = &c->steps.at[t->step];
        if (s->from != at)
            return mem_printf("step %u of the trace starts at location %u, not %u", i, s->from, at);
        if (t->inputs.n != s->inputs.n)
            return mem_printf("step %u of the trace has %u inputs instead of %u", i, t->inputs.n,
                              s->inputs.n);
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

char *replay_check_trace(struct cfa *c, const struct verdict *v) {
    assert(v->kind == VERDICT_FALSE);
    char *wrong = check_shape(c, v);
    if (wrong) return wrong;
    struct model state = {0};
    for (uint32_t i = 0; i < v->initial.n; i++) model_set(&state, v->initial.at[i].var, v->initial.at[i].v);
    wrong = evaluate(c, v, &state);
    model_release(&state);
    return wrong;
}
