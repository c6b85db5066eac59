/* The sweep: one forward pass of abstract interpretation over the unreduced automaton, which is
 * cheap and sees every check by itself. Nothing may rest on it: what it says is a guess until facts
 * that follow from it are proved (README.md). */
#ifndef SWEEP_SWEEP_H
#define SWEEP_SWEEP_H

#include "cfa/verdict.h"
#include "sweep/state.h"
#include "util/budget.h"

struct sweep {
    bool done; /* false: there was no time, and nothing is said */
    /* Per location of the automaton that was swept. */
    struct sweep_state *at;
    uint32_t n;
    /* Per check: none of its failing edges can be taken, it seems. */
    bool *passed;
    uint32_t n_passed;
};
/* The automaton is unreduced, and has been split into steps. */
void sweep_run(const struct cfa *c, const struct budget *b, struct sweep *out);
void sweep_release(struct sweep *s);
/* Candidates for a copy of the automaton that was swept, or a reduced one as far as its variables
 * go; *out has its locations. */
void sweep_facts(const struct sweep *s, const struct cfa *c, struct facts *out);
uint64_t sweep_size(const struct sweep *s); /* how many these are, or a few more */

#endif
