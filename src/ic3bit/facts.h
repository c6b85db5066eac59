/* Lemmas that outlive an engine: cubes over latches of the model as it was read, for the next
 * property or from another engine.
 *
 * Nothing is taken for granted: a cube is a candidate, which the engine that it is offered to
 * proves again, step by step. So a fact that is false, or that depends on others that are not
 * there, costs a query and nothing else. */
#ifndef IC3BIT_FACTS_H
#define IC3BIT_FACTS_H

#include "ic3bit/ic3.h"
#include "ic3bit/reduce.h"

struct ic3_facts {
    /* Sorted literals of latches of the original model. */
    cube_vec cubes;
    /* The number of frames that the engine had; a hint of how far the facts may be pushed. */
    uint32_t frames;
};

void ic3_facts_release(struct ic3_facts *f);
/* Replaces the facts by all lemmas of the engine, which worked on the system. */
void ic3_facts_take(struct ic3_facts *f, const struct system *s, const struct ic3 *e);
/* Offers to the engine those facts whose latches are all in the system. */
void ic3_facts_offer(const struct ic3_facts *f, const struct system *s, struct ic3 *e);

#endif
