/* Simulation of a BTOR2 model on concrete values, and the witnesses that it checks.
 *
 * Values are numbers of GMP, not bits of a circuit and not terms, so that a mistake in either way
 * down (blast.c, automaton.c) shows up as a witness that does not simulate. */
#ifndef BTOR2_SIMULATE_H
#define BTOR2_SIMULATE_H

#include "btor2/model.h"
#include "util/strbuf.h"

/* An element of a memory whose value is not the memory's default. */
struct btor2_element {
    mpz_t index, value;
};
/* A word is `word`; a memory is its default value in `word` and the elements that differ from
 * it. */
struct btor2_value {
    mpz_t word;
    VEC(struct btor2_element) elements;
};
void btor2_value_init(struct btor2_value *v);
void btor2_value_release(struct btor2_value *v);
void btor2_value_copy(struct btor2_value *to, const struct btor2_value *from);
/* The element of a memory at an index. */
mpz_srcptr btor2_element_at(const struct btor2_value *memory, const mpz_t index);
void btor2_element_set(struct btor2_value *memory, const mpz_t index, const mpz_t value);

/* A run: values of all inputs step by step, and of states where the model leaves them open (in the
 * first step those without init, in later steps those without next). Everything starts as 0. */
struct btor2_run {
    const struct btor2_model *m;
    uint32_t steps;
    struct btor2_value *inputs; /* steps * number of inputs */
    struct btor2_value *states; /* steps * number of states */
};
void btor2_run_init(struct btor2_run *run, const struct btor2_model *m, uint32_t steps);
void btor2_run_release(struct btor2_run *run);
static inline struct btor2_value *btor2_run_input(const struct btor2_run *r, uint32_t step, uint32_t input) {
    return &r->inputs[(size_t)step * r->m->inputs.n + input];
}
static inline struct btor2_value *btor2_run_state(const struct btor2_run *r, uint32_t step, uint32_t state) {
    return &r->states[(size_t)step * r->m->states.n + state];
}

/* Simulates: do the constraints hold in every step, and does `bad` hold in the last one? The states
 * of the run become those of the simulation. */
bool btor2_run_is_bad(struct btor2_run *run, btor2_ref bad);

/* Simulates a lasso: do the constraints hold in every step but the last, and is the last state one
 * that was there before, with every condition of the justice property and every `fair` met since
 * then? *loop becomes the step of that state. */
bool btor2_run_is_lasso(struct btor2_run *run, uint32_t justice, uint32_t *loop);

/* The first `steps` steps as a witness of the competition: "sat", the property (b0, j1), "#k" with
 * states, "@k" with inputs, ".". */
void btor2_run_print(struct strbuf *b, const struct btor2_run *run, uint32_t steps, char kind,
                     uint32_t property);

#endif
