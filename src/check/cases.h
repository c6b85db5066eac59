/* Obligations about products that need cases: bits decide which equations hold in each case, and
 * multiplying out shows what follows from them. */
#ifndef CHECK_CASES_H
#define CHECK_CASES_H

#include "term/term.h"

/* Does a literal multiply or divide unknowns? */
bool cases_wanted(const term_vec *literals);
/* The literals contradict each other, confirmed by a fresh solver of `kind` (SOLVER_*), to which
 * products are arbitrary values; what it is told about them is checked by algebra.h. */
bool cases_refuted(const term_vec *literals, int kind);

#endif
