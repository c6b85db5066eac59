/* Counterexamples on the original model. */
#include "ic3bit/evidence.h"

#include <stdlib.h>

struct trace trace_of(const struct system *s, const struct aiger *original, const struct ic3_result *r) {
    const struct aiger *m = s->model;
    struct trace t = {mem_zero(original->latches.n, 1), mem_zero(r->steps, original->inputs), r->steps};
    for (uint32_t i = 0; i < original->latches.n; i++)
        t.initial[i] = original->latches.at[i].reset == RESET_1;
    for (uint32_t i = 0; i < m->latches.n; i++) {
        uint32_t lit = s->origin[1 + m->inputs + i];
        t.initial[lit / 2 - 1 - original->inputs] = r->initial[i] ^ (lit & 1);
    }
    for (uint32_t i = 0; i < m->inputs; i++) {
        uint32_t lit = s->origin[1 + i];
        for (uint32_t k = 0; k < r->steps; k++)
            t.inputs[(size_t)k * original->inputs + lit / 2 - 1] =
                r->inputs[(size_t)k * m->inputs + i] ^ (lit & 1);
    }
    return t;
}

void trace_release(struct trace *t) {
    free(t->initial);
    free(t->inputs);
    *t = (struct trace){0};
}

static uint8_t value_of(const uint8_t *value, uint32_t lit) { return value[lit / 2] ^ (lit & 1); }

/* Evaluates the gates from the leaves in `value`. */
static void evaluate(const struct aiger *m, uint8_t *value) {
    for (uint32_t i = 0; i < m->ands.n; i++)
        value[aiger_and(m, i) / 2] = value_of(value, m->ands.at[i].a) & value_of(value, m->ands.at[i].b);
}

static bool starts_well(const struct aiger *m, const struct trace *t) {
    for (uint32_t i = 0; i < m->latches.n; i++)
        if (m->latches.at[i].reset != RESET_ANY && m->latches.at[i].reset != t->initial[i]) return false;
    return true;
}

static bool constraints_hold(const struct aiger *m, const uint8_t *value) {
    for (uint32_t i = 0; i < m->constraints.n; i++)
        if (!value_of(value, m->constraints.at[i])) return false;
    return true;
}

bool trace_replays(const struct aiger *m, uint32_t bad, const struct trace *t) {
    uint8_t *value = mem_zero(aiger_variables(m), 1), *state = mem_alloc(m->latches.n);
    bool ok = t->steps > 0 && starts_well(m, t), reached = false;
    if (m->latches.n) memcpy(state, t->initial, m->latches.n);
    for (uint32_t k = 0; ok && k < t->steps; k++) {
        for (uint32_t i = 0; i < m->inputs; i++) value[1 + i] = t->inputs[(size_t)k * m->inputs + i];
        for (uint32_t i = 0; i < m->latches.n; i++) value[1 + m->inputs + i] = state[i];
        evaluate(m, value);
        ok = constraints_hold(m, value);
        reached = value_of(value, bad);
        for (uint32_t i = 0; i < m->latches.n; i++) state[i] = value_of(value, m->latches.at[i].next);
    }
    free(value);
    free(state);
    return ok && reached;
}
