/* Concrete execution of steps, for sampling and for following counterexamples of the filter. A
 * state is an array with one value per variable of the automaton. */
#ifndef LEMMAS_RUN_H
#define LEMMAS_RUN_H

#include "cfa/cfa.h"
#include "lemmas/sheet.h"
#include "smt/solver.h"
#include "util/rng.h"

struct runner {
    struct cfa *c;
    struct cfa_index index;
    struct sheet sheet;
    struct rng rng;
    struct solver *s;       /* for inputs that chance does not find; made when needed */
    uint32_t solver_budget; /* queries left */
    /* of the program, of all widths, each with its neighbours: good inputs */
    VEC(value) constants;
    VEC(uint32_t) order; /* scratch */
    /* per step, or NULL: it reads what no input may be drawn for; runs do not take it */
    bool *opaque;
    /* per variable: steps read it and none assigns it; executions differ in its value */
    bool *parameter;
};

void runner_init(struct runner *r, struct cfa *c, uint64_t seed);
void runner_release(struct runner *r);

/* A state at l0: parameters have random values, everything else its default. */
void runner_start(struct runner *r, value *state);
/* Puts the state into the evaluator. */
void runner_load(struct runner *r, const value *state);
/* Applies the updates of a step whose guard holds in what the evaluator holds. */
void runner_apply(struct runner *r, uint32_t step, const value *state, value *next);
/* One step from the state at l with random inputs (completed by the solver if `insist`): the state
 * becomes the successor and its location is returned; LOC_NONE if no step was found. */
loc runner_step(struct runner *r, loc l, value *state, bool insist);
/* A state after the step from some state of its source in which the known facts hold; not one that
 * executions are known to reach. */
bool runner_jump(struct runner *r, uint32_t step, const term_vec *known, value *state);

#endif
