/* The ascent of a lemma: when it reached which level.
 *
 * SPIN18 compares a frame of now with a frame of then. Frames are not kept, but each lemma keeps
 * the times at which it rose, and that tells whether it was in F(j,l) at time t. Example: a lemma
 * that was learnt at level 2 at time 10 and pushed to level 5 at time 30 has the steps (2,10)
 * (5,30). It was in F(2,l) since 10, in F(4,l) since 30, and is not in F(6,l).
 *
 * Invariant: levels and times both rise from one step to the next, so the first step that is high
 * enough is also the earliest. */
#ifndef IC3CFA_ASCENT_H
#define IC3CFA_ASCENT_H

#include <stdbool.h>
#include <stdint.h>

#include "util/vec.h"

struct ascent_step {
    uint32_t level;
    uint64_t time;
};

struct ascent {
    VEC(struct ascent_step) steps;
};

void ascent_release(struct ascent *a);
/* Level reached at a time; times never fall from call to call. */
void ascent_add(struct ascent *a, uint32_t level, uint64_t time);
/* Makes `a` the ascent of what is above a level if either of the two is. */
void ascent_absorb(struct ascent *a, const struct ascent *other);
/* Was it at this level or above at this time? */
bool ascent_was_at(const struct ascent *a, uint32_t level, uint64_t time);
bool ascent_check(const struct ascent *a);

#endif
