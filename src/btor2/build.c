#include "btor2/build.h"

#include <assert.h>

#include "util/mem.h"

btor2_ref btor2_add_node(struct btor2_model *m, struct btor2_node n) {
    for (uint32_t i = 0; i < btor2_op_arity[n.op]; i++) assert(n.args[i] >= 2 && n.args[i] / 2 < m->nodes.n);
    VEC_PUSH(&m->nodes, n);
    VEC_PUSH(&m->symbols, NULL);
    return 2 * (m->nodes.n - 1);
}

btor2_ref btor2_add_number(struct btor2_model *m, struct btor2_sort s, const mpz_t value) {
    assert(mpz_sgn(value) >= 0 && mpz_sizeinbase(value, 2) <= s.width);
    mpz_ptr v = mem_alloc(sizeof *v);
    mpz_init_set(v, value);
    VEC_PUSH(&m->constants, v);
    return btor2_add_node(m, (struct btor2_node){.op = BTOR2_CONST, .sort = s, .index = m->constants.n - 1});
}

btor2_ref btor2_add_constant(struct btor2_model *m, struct btor2_sort s, uint64_t value) {
    mpz_t v;
    mpz_init_set_ui(v, value);
    btor2_ref r = btor2_add_number(m, s, v);
    mpz_clear(v);
    return r;
}

btor2_ref btor2_add_input(struct btor2_model *m, struct btor2_sort s) {
    VEC_PUSH(&m->inputs, m->nodes.n);
    return btor2_add_node(m, (struct btor2_node){.op = BTOR2_INPUT, .sort = s, .index = m->inputs.n - 1});
}

btor2_ref btor2_add_state(struct btor2_model *m, struct btor2_sort s, btor2_ref init) {
    VEC_PUSH(&m->states, (struct btor2_state){m->nodes.n, init, 0});
    return btor2_add_node(m, (struct btor2_node){.op = BTOR2_STATE, .sort = s, .index = m->states.n - 1});
}

void btor2_set_next(struct btor2_model *m, btor2_ref state, btor2_ref next) {
    assert(btor2_at(m, state)->op == BTOR2_STATE && !btor2_negated(state));
    m->states.at[btor2_at(m, state)->index].next = next;
}

btor2_ref btor2_add_bit(struct btor2_model *m, enum btor2_op op, btor2_ref a, btor2_ref b) {
    return btor2_add_node(m, (struct btor2_node){.op = op, .sort = {.width = 1}, .args = {a, b}});
}

btor2_ref btor2_add_ite(struct btor2_model *m, btor2_ref c, btor2_ref a, btor2_ref b) {
    struct btor2_sort sort = btor2_at(m, a)->sort;
    return btor2_add_node(m, (struct btor2_node){.op = BTOR2_ITE, .sort = sort, .args = {c, a, b}});
}

struct btor2_model *btor2_new(void) {
    struct btor2_model *m = MEM_NEW(struct btor2_model);
    VEC_PUSH(&m->nodes, (struct btor2_node){0});
    VEC_PUSH(&m->symbols, NULL);
    return m;
}

struct btor2_model *btor2_copy(const struct btor2_model *m) {
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
    for (uint32_t i = 0; i < m->constraints.n; i++) VEC_PUSH(&c->constraints, m->constraints.at[i]);
    return c;
}
