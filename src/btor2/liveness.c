/* Liveness to safety (Biere, Artho, Schuppan: "Liveness checking as safety checking", FMICS 2002),
 * on words, so that both ways down can be taken from there; ic3bit/liveness.c is the same on bits,
 * with the argument.
 *
 *     input save                       the first time it is true, the state is stored
 *     state saved   := saved | save
 *     state shadow  := save & -saved ? s : shadow         for every state s
 *     state seen    := seen | ((saved | save) & c)        for every condition c
 *     bad saved & s = shadow & ... & seen & ...
 *
 * A state without next is an input in every step but the first one: what it was does not matter for
 * what can follow, so it is not stored. */
#include "btor2/liveness.h"

#include <assert.h>

#include "btor2/build.h"

static const struct btor2_sort bit_sort = {.width = 1};

/* Stores every state that the next one depends on; returns whether all of them are as they were
 * stored. */
static btor2_ref add_shadows(struct btor2_model *m, uint32_t states, btor2_ref now, btor2_ref same) {
    for (uint32_t i = 0; i < states; i++) {
        if (!m->states.at[i].next) continue;
        struct btor2_sort sort = m->nodes.at[m->states.at[i].node].sort;
        btor2_ref value = 2 * m->states.at[i].node, shadow = btor2_add_state(m, sort, 0);
        btor2_set_next(m, shadow,
                       btor2_add_node(m, (struct btor2_node){
                                             .op = BTOR2_ITE, .sort = sort, .args = {now, value, shadow}}));
        same = btor2_add_bit(m, BTOR2_AND, same, btor2_add_bit(m, BTOR2_EQ, value, shadow));
    }
    return same;
}

static btor2_ref add_seen(struct btor2_model *m, const btor2_refs *conditions, btor2_ref zero,
                          btor2_ref in_loop, btor2_ref all) {
    for (uint32_t i = 0; i < conditions->n; i++) {
        btor2_ref seen = btor2_add_state(m, bit_sort, zero);
        btor2_set_next(
            m, seen,
            btor2_add_bit(m, BTOR2_OR, seen, btor2_add_bit(m, BTOR2_AND, in_loop, conditions->at[i])));
        all = btor2_add_bit(m, BTOR2_AND, all, seen);
    }
    return all;
}

struct btor2_model *btor2_liveness(const struct btor2_model *m, uint32_t justice) {
    assert(justice < m->justices.n);
    struct btor2_model *c = btor2_copy(m);
    btor2_ref zero = btor2_add_constant(c, bit_sort, 0), save = btor2_add_input(c, bit_sort),
              saved = btor2_add_state(c, bit_sort, zero);
    btor2_ref in_loop = btor2_add_bit(c, BTOR2_OR, saved, save),
              now = btor2_add_bit(c, BTOR2_AND, save, saved ^ 1);
    btor2_set_next(c, saved, in_loop);
    btor2_ref bad = add_shadows(c, m->states.n, now, saved);
    bad = add_seen(c, &m->justices.at[justice], zero, in_loop, bad);
    bad = add_seen(c, &m->fairs, zero, in_loop, bad);
    VEC_PUSH(&c->bads, bad);
    btor2_check(c);
    return c;
}

void btor2_lasso_of(const struct btor2_model *m, const struct btor2_run *safety, struct btor2_run *lasso) {
    btor2_run_init(lasso, m, safety->steps);
    for (uint32_t k = 0; k < safety->steps; k++) {
        for (uint32_t i = 0; i < m->inputs.n; i++)
            btor2_value_copy(btor2_run_input(lasso, k, i), btor2_run_input(safety, k, i));
        for (uint32_t i = 0; i < m->states.n; i++)
            btor2_value_copy(btor2_run_state(lasso, k, i), btor2_run_state(safety, k, i));
    }
}
