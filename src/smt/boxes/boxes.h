/* Queries with floats are first put to intervals: whether, for how long, and by whose code.
 *
 * A solver that engines use asks `interval.h`; one of the kind that checks proofs (Z3's) asks
 * `cover.h`. So a proof that rests on intervals is confirmed by intervals that other code has
 * computed. */
#ifndef SMT_BOXES_BOXES_H
#define SMT_BOXES_BOXES_H

#include "smt/native/facts.h"
#include "smt/solver.h"

/* Tests of the backends switch them off. */
extern bool boxes_wanted;

/* facts & assumptions; UNKNOWN if it takes too long. After UNSAT in_core is set, after SAT the
 * model. */
enum answer boxes_check(bool checking, const struct fact_list *facts, const term *assumptions, uint32_t n,
                        double seconds, bool *in_core, struct model *m);
/* Tells how long the solver took that was asked after the boxes; they may take as long. */
void boxes_failed(double seconds);

#endif
