/* Random automata over a few variables of 1 to 4 bits. */
#ifndef ENUMERATE_GENERATE_H
#define ENUMERATE_GENERATE_H

#include "cfa/cfa.h"
#include "util/rng.h"

struct shape {
    uint32_t max_vars;  /* at least 1 */
    uint32_t max_bits;  /* of all variables together */
    uint32_t max_locs;  /* besides l0 and lE */
    bool initialize;    /* the first edge sets every variable */
    bool cuts;          /* sometimes a cut */
    bool deterministic; /* at most one way to go once the values of x := * are fixed */
};

/* The same state of the generator gives the same automaton; l0 has one outgoing edge. */
struct cfa *random_cfa(struct rng *r, const struct shape *shape);

#endif
