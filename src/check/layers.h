/* What the two unrollings of this folder share: places, steps from them, and joins (bounded.c). */
#ifndef CHECK_LAYERS_H
#define CHECK_LAYERS_H

#include "cfa/verdict.h"
#include "smt/solver.h"

struct bounded_place {
    term in;      /* a literal; true at the start */
    term *values; /* one per variable; NULL: nobody is here */
};
typedef VEC(struct bounded_place) place_vec;

/* The step from a place, the values of which s substitutes, with inputs of its own; no values if
 * the guard is false. */
struct bounded_place layers_follow(struct solver *solver, struct cfa *c, const struct cfa_step *step,
                                   const struct bounded_place *from, struct subst *s);
/* One place from all steps that lead there (at least one); the steps stay the caller's. */
struct bounded_place layers_join(struct solver *solver, const struct cfa *c, place_vec *from);
/* Of a place that is somewhere. */
void layers_values(const struct cfa *c, const struct bounded_place *p, struct subst *s);
void layers_place_clear(struct bounded_place *p);
/* At l0, with the variables as they are. */
struct bounded_place layers_start(const struct cfa *c);

/* Every path from l0 ends, and none in lE, as found by an unrolling in the order of the program
 * (unwound.c): NULL, and *steps is a bound on their length. Else why not; *unsure: the solver gave
 * up, or time is over, or (and then *steps > most) paths seem to be much longer than `most`. */
char *check_unwound(struct cfa *c, int kind, uint64_t most, uint64_t *steps, bool *unsure);

#endif
