#include "explore.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_VARS = 32, MAX_ARGS = 64 };

/* ---- states ---- */

static uint32_t bits_of(const struct cfa *c) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < c->vars.n; i++) bits += term_width(c->vars.at[i].var);
    return bits;
}

void state_unpack(const struct cfa *c, uint32_t state, value *values) {
    for (uint32_t i = 0; i < c->vars.n; i++) {
        uint32_t w = term_width(c->vars.at[i].var);
        values[i] = value_of(state & ((1u << w) - 1));
        state >>= w;
    }
}

uint32_t state_pack(const struct cfa *c, const value *values) {
    uint32_t state = 0;
    for (uint32_t i = c->vars.n; i-- > 0;)
        state = state << term_width(c->vars.at[i].var) | (uint32_t)values[i].lo;
    return state;
}

/* Terms here are small: plain recursion. */
value evaluate(const struct cfa *c, term t, const value *values, const struct cfa_step *s,
               const value *inputs) {
    if (term_is_const(t)) return term_value(t);
    if (term_is_var(t)) {
        for (uint32_t i = 0; i < c->vars.n; i++)
            if (c->vars.at[i].var == t) return values[i];
        for (uint32_t i = 0; s && i < s->inputs.n; i++)
            if (s->inputs.at[i].var == t) return inputs[i];
        abort(); /* ill-formed */
    }
    value args[MAX_ARGS];
    if (term_arity(t) > MAX_ARGS) abort();
    for (uint32_t i = 0; i < term_arity(t); i++) args[i] = evaluate(c, term_arg(t, i), values, s, inputs);
    return term_apply_op(t, args);
}

/* ---- commands ---- */

struct rest {
    cmd cmd;
    const struct rest *next;
};

struct search {
    const struct cfa *c;
    struct space *space;
    VEC(uint64_t) queue; /* l << bits | state, by level */
    loc to;
    uint16_t level; /* of successors */
};

static void reach(struct search *k, const value *values) {
    uint64_t at = (uint64_t)k->to << k->space->bits | state_pack(k->c, values);
    if (k->space->levels[at] != NEVER) return;
    k->space->levels[at] = k->level;
    VEC_PUSH(&k->queue, at);
}

static void run(struct search *k, cmd command, const struct rest *rest, value *values);

static void run_rest(struct search *k, const struct rest *rest, value *values) {
    if (rest) run(k, rest->cmd, rest->next, values);
    else reach(k, values);
}

static void run_havoc(struct search *k, const struct cfa_cmd *h, const struct rest *rest, value *values) {
    if (!h->var) {
        run_rest(k, rest, values);
        return;
    }
    uint32_t var = cfa_var_index(k->c, h->var), n = 1u << term_width(h->var);
    value old = values[var];
    for (uint32_t v = 0; v < n; v++) {
        values[var] = value_of(v);
        run_rest(k, rest, values);
    }
    values[var] = old;
}

static void run_assign(struct search *k, const struct cfa_cmd *a, const struct rest *rest, value *values) {
    value next[MAX_VARS];
    memcpy(next, values, k->c->vars.n * sizeof *next);
    for (uint32_t i = 0; i < a->n; i++)
        next[cfa_var_index(k->c, a->assigns[i].var)] =
            evaluate(k->c, a->assigns[i].value, values, NULL, NULL);
    run_rest(k, rest, next);
}

static void run(struct search *k, cmd command, const struct rest *rest, value *values) {
    const struct cfa_cmd *a = &k->c->cmds.at[command];
    struct rest second = {a->second, rest};
    switch (a->kind) {
    case CMD_SKIP:
    case CMD_MARK: run_rest(k, rest, values); break;
    case CMD_ASSUME:
        if (evaluate(k->c, a->cond, values, NULL, NULL).lo) run_rest(k, rest, values);
        break;
    case CMD_ASSIGN: run_assign(k, a, rest, values); break;
    case CMD_HAVOC: run_havoc(k, a, rest, values); break;
    case CMD_SEQ: run(k, a->first, &second, values); break;
    case CMD_CHOICE:
        run(k, a->first, rest, values);
        run(k, a->second, rest, values);
        break;
    }
}

/* ---- steps ---- */

bool step_successor(const struct cfa *c, const struct cfa_step *s, const value *values, const value *inputs,
                    value *next) {
    for (uint32_t i = 0; i < s->guard.n; i++)
        if (!evaluate(c, s->guard.at[i], values, s, inputs).lo) return false;
    memcpy(next, values, c->vars.n * sizeof *next);
    for (uint32_t i = 0; i < s->updates.n; i++)
        next[cfa_var_index(c, s->updates.at[i].var)] = evaluate(c, s->updates.at[i].value, values, s, inputs);
    return true;
}

static uint32_t input_bits(const struct cfa_step *s) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < s->inputs.n; i++) bits += term_width(s->inputs.at[i].var);
    return bits;
}

static void take_step(struct search *k, const struct cfa_step *s, const value *values) {
    value next[MAX_VARS], inputs[MAX_VARS];
    for (uint32_t all = 0; all < 1u << input_bits(s); all++) {
        for (uint32_t i = 0, rest = all; i < s->inputs.n; i++) {
            uint32_t w = term_width(s->inputs.at[i].var);
            inputs[i] = value_of(rest & ((1u << w) - 1));
            rest >>= w;
        }
        if (step_successor(k->c, s, values, inputs, next)) reach(k, next);
    }
}

/* ---- the search ---- */

static void search_init(struct search *k, const struct cfa *c, struct space *s) {
    *s = (struct space){.c = c, .bits = bits_of(c)};
    size_t n = (size_t)c->locs.n << s->bits;
    s->levels = mem_alloc(n * sizeof *s->levels);
    for (size_t i = 0; i < n; i++) s->levels[i] = NEVER;
    *k = (struct search){.c = c, .space = s, .to = c->l0};
    value values[MAX_VARS];
    if (c->vars.n > MAX_VARS) abort();
    for (uint32_t state = 0; state < space_states(s); state++) {
        state_unpack(c, state, values);
        reach(k, values);
    }
}

static void search_run(struct search *k, const struct cfa_index *index, bool steps) {
    value values[MAX_VARS];
    for (uint32_t head = 0; head < k->queue.n; head++) {
        uint64_t at = k->queue.at[head];
        loc l = (loc)(at >> k->space->bits);
        state_unpack(k->c, (uint32_t)at & (space_states(k->space) - 1), values);
        k->level = (uint16_t)(k->space->levels[at] + 1);
        for (uint32_t i = 0; i < index->out[l].n; i++) {
            uint32_t e = index->out[l].at[i];
            k->to = steps ? k->c->steps.at[e].to : k->c->edges.at[e].to;
            if (steps) take_step(k, &k->c->steps.at[e], values);
            else run(k, k->c->edges.at[e].cmd, NULL, values);
        }
    }
    VEC_RELEASE(&k->queue);
}

void explore_edges(const struct cfa *c, struct space *s) {
    struct search k;
    struct cfa_index index;
    cfa_index_edges(c, &index);
    search_init(&k, c, s);
    search_run(&k, &index, false);
    cfa_index_release(&index);
}

bool explore_steps(const struct cfa *c, struct space *s, uint32_t max_input_bits) {
    for (uint32_t i = 0; i < c->steps.n; i++)
        if (input_bits(&c->steps.at[i]) > max_input_bits || c->steps.at[i].inputs.n > MAX_VARS) return false;
    struct search k;
    struct cfa_index index;
    cfa_index_steps(c, &index);
    search_init(&k, c, s);
    search_run(&k, &index, true);
    cfa_index_release(&index);
    return true;
}

void space_release(struct space *s) {
    free(s->levels);
    *s = (struct space){0};
}

uint32_t space_states(const struct space *s) { return 1u << s->bits; }

uint16_t space_level(const struct space *s, loc l, uint32_t state) {
    return s->levels[(size_t)l << s->bits | state];
}

uint16_t space_reached(const struct space *s, loc l) {
    uint16_t least = NEVER;
    for (uint32_t state = 0; state < space_states(s); state++)
        if (space_level(s, l, state) < least) least = space_level(s, l, state);
    return least;
}
