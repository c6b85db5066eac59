/* Liveness as safety, on words: see liveness.c. */
#ifndef BTOR2_LIVENESS_H
#define BTOR2_LIVENESS_H

#include "btor2/simulate.h"

/* A model with one bad state, which is reachable if and only if some infinite execution of `m`
 * meets every condition of the justice property, and every `fair`, infinitely often. Its first
 * nodes, inputs and states are those of `m`. */
struct btor2_model *btor2_liveness(const struct btor2_model *m, uint32_t justice);

/* The counterexample of that model as a run of `m`; the last step shows the state in which the loop
 * is closed. */
void btor2_lasso_of(const struct btor2_model *m, const struct btor2_run *safety, struct btor2_run *lasso);

#endif
