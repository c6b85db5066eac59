/* The transition relation as clauses. A variable of the solver is a variable of the model, so
 * literals are the same in both; gates that were collapsed into others have no clauses. */
#ifndef IC3BIT_ENCODE_H
#define IC3BIT_ENCODE_H

#include "ic3bit/aiger.h"
#include "sat/small.h"

struct encoding {
    struct small_cones cones;
    uint32_t *start;
    literal_vec input;
    uint32_t gates; /* number of gates that have clauses */
};

/* A solver with the gates that the next states, the bad literal and the constraints need. *e
 * outlives the solver and its clones. */
struct small *encode_model(const struct aiger *m, struct encoding *e);
/* The constraints as units; their cone belongs to every domain from now on. */
void encode_constraints(const struct aiger *m, struct small *solver);
/* A new literal that implies C(x',i') for the next state x' and some inputs i': for queries about a
 * step into a state that must meet the constraints, too. To be called before the solver is cloned
 * or asked. */
uint32_t encode_constraints_later(const struct aiger *m, struct encoding *e, struct small *solver);
void encoding_release(struct encoding *e);

#endif
