/* Paths of an automaton between cut points, as formulas. A set of cut points that meets every cycle
 * divides an automaton into regions without cycles: all paths from one cut point to the next ones.
 * It is the unreduced automaton that is looked at here, edge by edge: commands are executed
 * symbolically, and no step or reduction of src/cfa is used. */
#ifndef CHECK_REGION_H
#define CHECK_REGION_H

#include "cfa/cfa.h"
#include "util/budget.h"

/* Control is somewhere if `in` holds, with these values of the variables (one per variable, in the
 * order of c->vars). */
struct place {
    term in;
    term *values; /* owned; NULL: nobody can be there */
};
/* everybody, each variable with its own value */
void place_init(struct place *p, const struct cfa *c);
void place_release(struct place *p);
/* t with the values for the variables. */
term place_apply(const struct cfa *c, const struct place *p, term t);

struct arrival {
    loc at; /* a cut point */
    struct place place;
};
typedef VEC(struct arrival) arrivals;
void arrivals_release(arrivals *a);

struct regions {
    const struct cfa *c;
    struct cfa_index by_edge;
    uint8_t *useful; /* per location: on a path of edges from l0 to lE */
    /* l0, lE, those that were wanted, and the heads of the cycles that were left */
    uint8_t *cut;
    uint32_t *rank; /* edges lead to higher ranks, or to cut points */
    struct budget budget;
};
/* `wanted` is a flag per location. */
void regions_init(struct regions *r, const struct cfa *c, const uint8_t *wanted, const struct budget *b);
void regions_release(struct regions *r);
bool regions_late(const struct regions *r); /* the budget is over */

/* Follows all paths from a place at the cut point `from` to the next cut points, one arrival for
 * each. A path exists iff the definitions (which are appended) and the arrival's `in` can be true
 * together: literals are only implied by what they stand for, a model says which edges the path
 * takes. False if it is too late. */
bool regions_follow(const struct regions *r, loc from, const struct place *start, term_vec *definitions,
                    arrivals *out);
/* One place from several, which are released; the literals of what is joined go to the
 * definitions. */
struct place places_join(const struct cfa *c, struct place *from, uint32_t n, term_vec *definitions);

#endif
