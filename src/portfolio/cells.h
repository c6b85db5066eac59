/* IC3 with supplied lemmas on the automaton that follows single cells of arrays (cfa/ghost.h). */
#ifndef PORTFOLIO_CELLS_H
#define PORTFOLIO_CELLS_H

#include "cfa/verdict.h"
#include "util/budget.h"

bool cells_possible(const struct cfa *c); /* there are arrays */
/* TRUE with PROOF_FORALL, or UNKNOWN: an error that is found there is none. */
void cells_prove(struct cfa *c, const struct budget *b, struct verdict *v);

#endif
