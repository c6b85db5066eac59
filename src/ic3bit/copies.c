/* Unrolling. Most of a model's first steps is constant, and much of the later ones is the same in
 * several steps: hashing (circuit.c) leaves a fraction of the gates. */
#include "ic3bit/copies.h"

#include <stdlib.h>

static void latches_start(struct copies *c) {
    for (uint32_t i = 0; i < c->m->latches.n; i++) {
        uint32_t reset = c->m->latches.at[i].reset;
        uint32_t lit = c->free || reset == RESET_ANY ? circuit_leaf(&c->circuit) : reset;
        VEC_PUSH(&c->initial, lit);
        c->now[1 + c->m->inputs + i] = lit;
    }
}

static void latches_advance(struct copies *c) {
    for (uint32_t i = 0; i < c->m->latches.n; i++) c->next[i] = copies_literal(c, c->m->latches.at[i].next);
    for (uint32_t i = 0; i < c->m->latches.n; i++) c->now[1 + c->m->inputs + i] = c->next[i];
}

void copies_step(struct copies *c) {
    if (c->steps++) latches_advance(c);
    else latches_start(c);
    for (uint32_t i = 0; i < c->m->inputs; i++) {
        c->now[1 + i] = circuit_leaf(&c->circuit);
        VEC_PUSH(&c->inputs, c->now[1 + i]);
    }
    circuit_copy(&c->circuit, c->m, c->now);
}

void copies_init(struct copies *c, const struct aiger *m, bool free) {
    *c = (struct copies){.m = m, .free = free};
    circuit_init(&c->circuit);
    c->now = mem_zero(aiger_variables(m), sizeof *c->now);
    c->next = mem_zero(m->latches.n, sizeof *c->next);
}

void copies_release(struct copies *c) {
    circuit_release(&c->circuit);
    free(c->now);
    free(c->next);
    VEC_RELEASE(&c->initial);
    VEC_RELEASE(&c->inputs);
}
