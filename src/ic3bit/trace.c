/* Counterexamples on the original model. */
#include "ic3bit/evidence.h"

#include <assert.h>
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

/* Sets the leaves of step k and evaluates; the state is that of the step before, and becomes the
 * next one. */
static void simulate_step(const struct aiger *m, const struct trace *t, uint32_t k, uint8_t *value,
                          uint8_t *state) {
    for (uint32_t i = 0; i < m->inputs; i++) value[1 + i] = t->inputs[(size_t)k * m->inputs + i];
    for (uint32_t i = 0; i < m->latches.n; i++) value[1 + m->inputs + i] = state[i];
    evaluate(m, value);
    for (uint32_t i = 0; i < m->latches.n; i++) state[i] = value_of(value, m->latches.at[i].next);
}

bool trace_replays(const struct aiger *m, uint32_t bad, const struct trace *t) {
    assert(bad / 2 < aiger_variables(m));
    uint8_t *value = mem_zero(aiger_variables(m), 1), *state = mem_alloc(m->latches.n);
    bool ok = t->steps > 0 && starts_well(m, t), reached = false;
    if (m->latches.n) memcpy(state, t->initial, m->latches.n);
    for (uint32_t k = 0; ok && k < t->steps; k++) {
        simulate_step(m, t, k, value, state);
        ok = constraints_hold(m, value);
        reached = value_of(value, bad);
    }
    free(value);
    free(state);
    return ok && reached;
}

/* The states of all steps, one after the other, and how often each condition was met before each
 * step. */
struct lasso {
    const struct aiger *m;
    literal_vec conditions;
    uint8_t *states;
    uint32_t *met;
    uint32_t last;
};

static bool same_state(const struct lasso *l, uint32_t j, uint32_t k) {
    size_t n = l->m->latches.n;
    return !n || !memcmp(l->states + j * n, l->states + k * n, n);
}

static bool all_met_between(const struct lasso *l, uint32_t from, uint32_t to) {
    uint32_t n = l->conditions.n;
    for (uint32_t i = 0; i < n; i++)
        if (l->met[(size_t)from * n + i] == l->met[(size_t)to * n + i]) return false;
    return true;
}

/* The last step shows only the state in which the loop is closed, whatever its inputs. */
static bool fill_lasso(struct lasso *l, const struct trace *t) {
    const struct aiger *m = l->m;
    uint32_t n = l->conditions.n;
    uint8_t *value = mem_zero(aiger_variables(m), 1);
    bool ok = starts_well(m, t);
    if (m->latches.n) memcpy(l->states, t->initial, m->latches.n);
    for (uint32_t k = 0; ok && k < l->last; k++) {
        uint8_t *next = l->states + (size_t)(k + 1) * m->latches.n;
        if (m->latches.n) memcpy(next, next - m->latches.n, m->latches.n);
        simulate_step(m, t, k, value, next);
        ok = constraints_hold(m, value);
        for (uint32_t i = 0; i < n; i++)
            l->met[(size_t)(k + 1) * n + i] =
                l->met[(size_t)k * n + i] + value_of(value, l->conditions.at[i]);
    }
    free(value);
    return ok;
}

bool trace_is_lasso(const struct aiger *m, uint32_t justice, const struct trace *t, uint32_t *loop) {
    struct lasso l = {.m = m, .last = t->steps - 1};
    const literal_vec *lists[] = {&m->justices.at[justice], &m->fairness};
    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t i = 0; i < lists[k]->n; i++) VEC_PUSH(&l.conditions, lists[k]->at[i]);
    l.states = mem_zero((size_t)t->steps * m->latches.n + 1, 1);
    l.met = mem_zero((size_t)t->steps * l.conditions.n + 1, sizeof *l.met);
    bool ok = t->steps > 1 && fill_lasso(&l, t), found = false;
    for (uint32_t k = 0; ok && !found && k < l.last; k++) {
        found = same_state(&l, k, l.last) && all_met_between(&l, k, l.last);
        if (found) *loop = k;
    }
    VEC_RELEASE(&l.conditions);
    free(l.states);
    free(l.met);
    return found;
}
