/* Liveness to safety (Biere, Artho, Schuppan: "Liveness checking as safety checking", FMICS 2002), on words, so that both ways
 * down can be taken from there; ic3bit/liveness.c is the same on bits, with the argument.
 *
 *     input save                       the first time it is true, the state is stored
 *     state saved   := saved | save
 *     state shadow  := save & -saved ? s : shadow         for every state s
 *     state seen    := seen | ((saved | save) & c)        for every condition c
 *     bad saved & s = shadow & ... & seen & ...
 *
 * A state without next is an input in every step but the first one: what it was does not matter for what can follow, so it is not
 * stored. */
#include "btor2/liveness.h"

#include <assert.h>
#include <string.h>

#include "util/mem.h"

static const struct btor2_sort bit_sort = {.width = 1};

/* ---- nodes ---- */

static btor2_ref add_node(struct btor2_model *m, struct btor2_node n) {
    VEC_PUSH(&m->nodes, n);
    VEC_PUSH(&m->symbols, NULL);
    return 2 * (m->nodes.n - 1);
}

static btor2_ref add_constant(struct btor2_model *m, struct btor2_sort s, const mpz_t value) {
    mpz_ptr v = mem_alloc(sizeof *v);
    mpz_init_set(v, value);
    VEC_PUSH(&m->constants, v);
    return add_node(m, (struct btor2_node){.op = BTOR2_CONST, .sort = s, .index = m->constants.n - 1});
}

static btor2_ref add_input(struct btor2_model *m) {
    VEC_PUSH(&m->inputs, m->nodes.n);
    return add_node(m, (struct btor2_node){.op = BTOR2_INPUT, .sort = bit_sort, .index = m->inputs.n - 1});
}

static btor2_ref add_state(struct btor2_model *m, struct btor2_sort s, btor2_ref init) {
    VEC_PUSH(&m->states, (struct btor2_state){m->nodes.n, init, 0});
    return add_node(m, (struct btor2_node){.op = BTOR2_STATE, .sort = s, .index = m->states.n - 1});
}

static btor2_ref add_bit(struct btor2_model *m, enum btor2_op op, btor2_ref a, btor2_ref b) {
    return add_node(m, (struct btor2_node){.op = op, .sort = bit_sort, .args = {a, b}});
}

static void set_next(struct btor2_model *m, btor2_ref state, btor2_ref next) {
    m->states.at[btor2_at(m, state)->index].next = next;
}

/* ---- the model ---- */

static void copy_refs(btor2_refs *to, const btor2_refs *from) {
    for (uint32_t i = 0; i < from->n; i++) VEC_PUSH(to, from->at[i]);
}

/* Without properties; symbols are those of `m`, which must outlive the copy. */
static struct btor2_model *copy_model(const struct btor2_model *m) {
    struct btor2_model *c = MEM_NEW(struct btor2_model);
    for (uint32_t i = 0; i < m->nodes.n; i++) VEC_PUSH(&c->nodes, m->nodes.at[i]);
    for (uint32_t i = 0; i < m->symbols.n; i++) VEC_PUSH(&c->symbols, m->symbols.at[i]);
    for (uint32_t i = 0; i < m->inputs.n; i++) VEC_PUSH(&c->inputs, m->inputs.at[i]);
    for (uint32_t i = 0; i < m->states.n; i++) VEC_PUSH(&c->states, m->states.at[i]);
    for (uint32_t i = 0; i < m->constants.n; i++) {
        mpz_ptr v = mem_alloc(sizeof *v);
        mpz_init_set(v, m->constants.at[i]);
        VEC_PUSH(&c->constants, v);
    }
    copy_refs(&c->constraints, &m->constraints);
    return c;
}

/* Stores every state that the next one depends on; returns whether all of them are as they were stored. */
static btor2_ref add_shadows(struct btor2_model *m, uint32_t states, btor2_ref now, btor2_ref same) {
    for (uint32_t i = 0; i < states; i++) {
        if (!m->states.at[i].next) continue;
        struct btor2_sort sort = m->nodes.at[m->states.at[i].node].sort;
        btor2_ref value = 2 * m->states.at[i].node, shadow = add_state(m, sort, 0);
        set_next(
            m, shadow,
            add_node(m, (struct btor2_node){.op = BTOR2_ITE, .sort = sort, .args = {now, value, shadow}}));
        same = add_bit(m, BTOR2_AND, same, add_bit(m, BTOR2_EQ, value, shadow));
    }
    return same;
}

static btor2_ref add_seen(struct btor2_model *m, const btor2_refs *conditions, btor2_ref zero,
                          btor2_ref in_loop, btor2_ref all) {
    for (uint32_t i = 0; i < conditions->n; i++) {
        btor2_ref seen = add_state(m, bit_sort, zero);
        set_next(m, seen, add_bit(m, BTOR2_OR, seen, add_bit(m, BTOR2_AND, in_loop, conditions->at[i])));
        all = add_bit(m, BTOR2_AND, all, seen);
    }
    return all;
}

struct btor2_model *btor2_liveness(const struct btor2_model *m, uint32_t justice) {
    assert(justice < m->justices.n);
    struct btor2_model *c = copy_model(m);
    mpz_t none;
    mpz_init(none);
    btor2_ref zero = add_constant(c, bit_sort, none), save = add_input(c),
              saved = add_state(c, bit_sort, zero);
    btor2_ref in_loop = add_bit(c, BTOR2_OR, saved, save), now = add_bit(c, BTOR2_AND, save, saved ^ 1);
    mpz_clear(none);
    set_next(c, saved, in_loop);
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
