/* A BTOR2 model as an AIGER circuit: one way down. */
#ifndef BTOR2_BLAST_H
#define BTOR2_BLAST_H

#include "btor2/simulate.h"
#include "ic3bit/aiger.h"
#include "ic3bit/evidence.h"

/* Where the bits of inputs and states are in the circuit. A memory is its elements one after the
 * other. */
struct btor2_circuit {
    struct aiger *aiger;
    /* The first input of the circuit for each input of the model. */
    uint32_t *input_at;
    /* For each state: its first latch, or UINT32_MAX if it has none because nothing determines it
     * after the first step; and its first input, or UINT32_MAX if its next value is determined. */
    uint32_t *latch_at, *state_input_at;
    /* The latch that is true in the first step only; UINT32_MAX if no initial value needs it. */
    uint32_t first;
};

/* NULL if memories are too large for circuits; *why is then a static text. */
struct btor2_circuit *btor2_blast(const struct btor2_model *m, const char **why);
void btor2_circuit_free(struct btor2_circuit *c);
/* A counterexample of the circuit as a run of the model. */
void btor2_circuit_run(const struct btor2_circuit *c, const struct btor2_model *m, const struct trace *t,
                       struct btor2_run *run);

#endif
