/* A model unrolled from its initial states: one copy of the circuit per step, as one large circuit.
 *
 * Variable 0 is the constant, as everywhere. Every other variable is a gate of the hasher, or a leaf: an input at some
 * step, or a latch of the first step whose reset is RESET_ANY. Leaves stand among the gates with operands 0, 0, which
 * no gate has. A latch at step t + 1 is nothing but the literal of its next state at step t. */
#ifndef IC3BIT_COPIES_H
#define IC3BIT_COPIES_H

#include "ic3bit/reduce.h"
#include "sat/sat.h"

struct copies {
    const struct aiger *m;
    struct aiger circuit; /* gates and leaves only */
    struct hasher hasher;
    uint32_t steps;      /* copies made so far */
    uint32_t *now;       /* by variable of the model: its literal in the last copy */
    uint32_t *next;      /* by latch: scratch */
    literal_vec initial; /* by latch: its literal in the first copy */
    literal_vec inputs;  /* steps * inputs: their literals */
    literal_vec uses;    /* by variable: number of gates that have it as an operand */
    VEC(int) name;       /* by variable: of the solver; 0 if it has no clauses there yet */
    struct sat *sat;
    literal_vec stack, operands;
};

void copies_init(struct copies *c, const struct aiger *m, const struct sat_backend *backend);
void copies_release(struct copies *c);
/* One more copy; its constraints are clauses of the solver from now on. */
void copies_step(struct copies *c);
/* The literal of the solver for a literal of the model in the last copy, whose cone is encoded by this. Constants have
 * none: 0, and *value. */
int copies_literal(struct copies *c, uint32_t lit, bool *value);
/* After SAT: the value of a literal of the circuit; false for what the solver has not seen. */
bool copies_value(struct copies *c, uint32_t lit);

#endif
