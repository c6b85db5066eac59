/* Many iterations of a simple loop as one step. See accelerate.c for what is simple. */
#ifndef BMC_ACCELERATE_H
#define BMC_ACCELERATE_H

#include "cfa/verdict.h"

/* The accelerated steps stand behind the automaton's own, from `first` on, until accelerate_release
 * takes them away; the number of iterations is the last input of each. */
struct acceleration {
    struct cfa *c;
    uint32_t first;
    VEC(uint32_t) plain; /* the step that c->steps.at[first + i] repeats */
};

/* Adds the accelerated steps; false if there are none (accelerate_release is called in any
 * case). */
bool accelerate_init(struct acceleration *a, struct cfa *c);
void accelerate_release(struct acceleration *a);
/* Takes the plain steps out of an index of steps: one iteration is a special case of many. */
void accelerate_index(const struct acceleration *a, struct cfa_index *index);
/* Replaces accelerated steps in a trace by iterations; false if there are too many. */
bool accelerate_expand(const struct acceleration *a, struct verdict *v);

#endif
