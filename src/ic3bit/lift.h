/* Predecessors: from a state and inputs that lead into a target to a cube of states that all do. */
#ifndef IC3BIT_LIFT_H
#define IC3BIT_LIFT_H

#include "ic3bit/aiger.h"
#include "sat/small.h"

struct lifter {
    const struct aiger *m;
    uint32_t first_latch, first_and, variables;
    uint32_t *fanout_start, *fanout; /* gates by variable */
    uint32_t *stamp;                 /* == now: in the cone of the target */
    uint32_t now;
    uint8_t *value; /* ternary, within the cone */
    uint8_t *required;
    uint32_t *cost;   /* estimated number of latches that justify the value */
    literal_vec cone; /* gates and leaves of the cone, ascending */
    literal_vec stack, undo;
    literal_vec targets;  /* literals that must stay true */
    struct small *solver; /* T, for lifting by cores; NULL for ternary simulation */
};

/* solver: T without any frame, or NULL. Taken over. */
void lifter_init(struct lifter *l, const struct aiger *m, struct small *solver);
void lifter_release(struct lifter *l);

/* The target: call lift_target for each literal, then lift_run. The constraints are part of every
 * target. */
void lift_clear(struct lifter *l);
void lift_target(struct lifter *l, uint32_t lit);
/* Reads the model of `from`; latches that are not needed for the target are left out of `latches`.
 * Latches of less weight (activity by variable; may be NULL) are tried first. `inputs` gets the
 * literals of all inputs in the cone. */
void lift_run(struct lifter *l, const struct small *from, const double *weight, literal_vec *latches,
              literal_vec *inputs);

#endif
