/* A model unrolled from its initial states: one copy per step, as one circuit. A latch at step t +
 * 1 is nothing but the literal of its next state at step t; a latch of the first step is a
 * constant, or a leaf if its reset is RESET_ANY. */
#ifndef IC3BIT_COPIES_H
#define IC3BIT_COPIES_H

#include "ic3bit/circuit.h"

struct copies {
    const struct aiger *m;
    struct circuit circuit;
    uint32_t steps;      /* copies made so far */
    uint32_t *now;       /* by variable of the model: its literal in the last copy */
    uint32_t *next;      /* by latch: scratch */
    literal_vec initial; /* by latch: its literal in the first copy */
    literal_vec inputs;  /* steps * inputs: their literals */
    bool free;           /* the first copy starts in any state: all of its latches are leaves */
};

void copies_init(struct copies *c, const struct aiger *m, bool free);
void copies_release(struct copies *c);
void copies_step(struct copies *c); /* one more copy */
/* A literal of the model in the last copy. */
static inline uint32_t copies_literal(const struct copies *c, uint32_t lit) {
    return circuit_mapped(c->now, lit);
}

#endif
