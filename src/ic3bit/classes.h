/* Partition of a model's variables into classes of signals that may be equal or complementary:
 * sweep.c. */
#ifndef IC3BIT_CLASSES_H
#define IC3BIT_CLASSES_H

#include "ic3bit/aiger.h"
#include "util/rng.h"

/* A class is a list of variables in ascending order; the first one represents it. `phase[v]` is the
 * value of v in the first pattern that was simulated: v xor phase[v] is the same for all members.
 * Inputs are only ever representatives.
 *
 * In a model with constraints only latches have classes. A gate's equality may hold just because
 * the constraints do in the same step; replacing it in the cone of the constraints would make them
 * vacuous. The state that a step leads to does not depend on the constraints of the next one, so
 * that latches can be replaced everywhere. */
struct classes {
    const struct aiger *m;
    bool latches_only;
    uint32_t variables;
    uint32_t *first; /* by variable: the representative */
    uint32_t *next;  /* by variable: the next member, 0 at the end */
    uint8_t *phase;
    uint64_t *word;  /* by variable: 64 patterns of simulation */
    uint64_t *state; /* by latch: the next state of a simulated step */
};

/* Classes by `steps` steps of random simulation from the initial states. */
void classes_init(struct classes *c, const struct aiger *m, uint32_t steps, struct rng *r);
void classes_release(struct classes *c);

static inline uint32_t classes_literal(const struct classes *c, uint32_t v) {
    uint32_t first = c->first[v];
    return 2 * first + (c->phase[v] ^ c->phase[first]);
}
static inline bool classes_single(const struct classes *c, uint32_t v) { return c->first[v] == v; }

/* Evaluates the gates on c->word. */
void classes_simulate(struct classes *c);
/* One step: the latches of c->word become their next states, the inputs are random. */
void classes_step(struct classes *c, struct rng *r);
/* The patterns of c->word in which all constraints hold. */
uint64_t classes_allowed(const struct classes *c);
/* Splits classes whose members differ in the patterns of c->word that `mask` selects. */
void classes_split(struct classes *c, uint64_t mask);
/* Makes v a class of its own. */
void classes_isolate(struct classes *c, uint32_t v);
uint32_t classes_count(const struct classes *c); /* variables that are not representatives */

#endif
