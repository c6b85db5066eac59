/* Cone of influence: a variable is relevant if some assume mentions it, or if it occurs in a value
 * that is assigned to a relevant variable. Assignments to all others go. Assumes never go: a loop
 * that does not end or a branch that gets stuck decides what is reached. */
#include <stdlib.h>

#include "cfa/pass.h"
#include "cfa/reduce.h"
#include "util/mem.h"

struct cone {
    struct cfa *c;
    struct var_lists vars;
    uint8_t *relevant;
    VEC(uint32_t) waiting; /* relevant variables whose values are still to be looked at */
    VEC(term) * values;    /* per variable: what is assigned to it anywhere */
};

static void make_relevant(struct cone *k, term t) {
    const uint32_t *list = vars_of(&k->vars, t);
    for (uint32_t i = 1; i <= list[0]; i++) {
        if (k->relevant[list[i]]) continue;
        k->relevant[list[i]] = 1;
        VEC_PUSH(&k->waiting, list[i]);
    }
}

static void close_cone(struct cone *k) {
    for (cmd i = 0; i < k->c->cmds.n; i++) {
        const struct cfa_cmd *a = &k->c->cmds.at[i];
        if (a->kind == CMD_ASSUME) make_relevant(k, a->cond);
        for (uint32_t j = 0; a->kind == CMD_ASSIGN && j < a->n; j++)
            VEC_PUSH(&k->values[cfa_var_index(k->c, a->assigns[j].var)], a->assigns[j].value);
    }
    while (k->waiting.n) {
        uint32_t var = VEC_POP(&k->waiting);
        for (uint32_t i = 0; i < k->values[var].n; i++) make_relevant(k, k->values[var].at[i]);
    }
}

/* Changes the primitives in place: commands may be shared, and the answer is the same
 * everywhere. */
static uint32_t drop_irrelevant(struct cone *k) {
    uint32_t dropped = 0;
    for (cmd i = 0; i < k->c->cmds.n; i++) {
        struct cfa_cmd *a = &k->c->cmds.at[i];
        if (a->kind == CMD_HAVOC && a->var && !k->relevant[cfa_var_index(k->c, a->var)]) {
            a->var = TERM_NONE;
            dropped++;
        }
        if (a->kind != CMD_ASSIGN) continue;
        uint32_t n = 0, before = a->n;
        for (uint32_t j = 0; j < a->n; j++)
            if (k->relevant[cfa_var_index(k->c, a->assigns[j].var)]) a->assigns[n++] = a->assigns[j];
        a->n = n;
        dropped += before - n;
    }
    return dropped;
}

uint32_t cfa_slice(struct cfa *c) {
    cfa_clear_steps(c);
    cfa_compact_cmds(c);
    struct cone k = {.c = c, .vars = {.c = c}};
    k.relevant = mem_zero(c->vars.n, 1);
    k.values = mem_zero(c->vars.n, sizeof *k.values);
    close_cone(&k);
    uint32_t dropped = drop_irrelevant(&k);
    for (uint32_t i = 0; i < c->vars.n; i++) VEC_RELEASE(&k.values[i]);
    free(k.values);
    free(k.relevant);
    VEC_RELEASE(&k.waiting);
    var_lists_release(&k.vars);
    if (dropped) {
        cfa_drop_empty(c);
        cfa_drop_draws(c);
    }
    cfa_compact_vars(c);
    return dropped;
}
