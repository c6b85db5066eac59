/* Liveness as safety: see liveness.c. */
#ifndef IC3BIT_LIVENESS_H
#define IC3BIT_LIVENESS_H

#include "ic3bit/evidence.h"

/* A model with one bad state, which is reachable if and only if some infinite execution of `m`
 * meets every condition of the justice property, and of the fairness section, infinitely often. Its
 * first inputs and latches are those of `m`. */
struct aiger *liveness_to_safety(const struct aiger *m, uint32_t justice);

/* The counterexample of that model on `m` itself: the last state is the one in which the loop is
 * closed (evidence.h has the check). */
struct trace liveness_trace(const struct aiger *m, const struct aiger *safety, const struct trace *t);

#endif
