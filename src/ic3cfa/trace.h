/* From a path of steps to a trace with values. */
#ifndef IC3CFA_TRACE_H
#define IC3CFA_TRACE_H

#include "cfa/verdict.h"

/* Fills v->trace and v->initial with values that lead along the path from l0; false, and nothing
 * filled, if the solver finds the path infeasible or cannot say. */
bool trace_along(const struct cfa *c, const uint32_t *steps, uint32_t n, struct verdict *v);

#endif
