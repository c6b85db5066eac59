/* Bounded search in the order of the program instead of by the number of steps (unwind.c). */
#ifndef BMC_UNWIND_H
#define BMC_UNWIND_H

#include "cfa/verdict.h"
#include "util/budget.h"

/* FALSE with a trace, or TRUE with PROOF_BOUNDED when every loop ends, or UNKNOWN; v->bound
 * grows. */
void unwind_prove(struct cfa *c, const struct facts *known, const struct budget *b, struct verdict *v);

#endif
