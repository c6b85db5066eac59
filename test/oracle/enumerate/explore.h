/* Explicit-state search, by code that shares nothing with src/cfa's interpreter and passes but the
 * term operators: states are bit strings, commands are executed on sets by definition. */
#ifndef ENUMERATE_EXPLORE_H
#define ENUMERATE_EXPLORE_H

#include "cfa/cfa.h"

#define NEVER UINT16_MAX

/* levels[l << bits | state]: the least number of edges (steps) from l0 to the location in that
 * state. */
struct space {
    const struct cfa *c;
    uint32_t bits; /* of a state: the variables of c->vars one after the other */
    uint16_t *levels;
};

/* Follows the edges, or the steps; false if a step has more than max_input_bits of inputs. */
void explore_edges(const struct cfa *c, struct space *s);
bool explore_steps(const struct cfa *c, struct space *s, uint32_t max_input_bits);
void space_release(struct space *s);

uint32_t space_states(const struct space *s); /* 1 << bits */
uint16_t space_level(const struct space *s, loc l, uint32_t state);
uint16_t space_reached(const struct space *s, loc l); /* the least level of any state there */

/* The variables' values in a state, and back. */
void state_unpack(const struct cfa *c, uint32_t state, value *values);
uint32_t state_pack(const struct cfa *c, const value *values);
/* The value of a term, given the values of c's variables and of a step's inputs (may be NULL). */
value evaluate(const struct cfa *c, term t, const value *values, const struct cfa_step *s,
               const value *inputs);
/* The successor by a step; false if the guard does not hold. */
bool step_successor(const struct cfa *c, const struct cfa_step *s, const value *values, const value *inputs,
                    value *next);

#endif
