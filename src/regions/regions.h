/* Reachability over regions of values: an engine for programs whose variables hold few values that
 * matter. */
#ifndef REGIONS_REGIONS_H
#define REGIONS_REGIONS_H

#include "cfa/verdict.h"
#include "util/budget.h"

/* TRUE with an inductive invariant, FALSE with a trace, or UNKNOWN: an error over regions that is
 * no execution, or diagrams that grow too large. */
void regions_prove(struct cfa *c, const struct budget *b, struct verdict *v);

#endif
