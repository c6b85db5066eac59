/* Questions about products, decided as boolean combinations of polynomial equations.
 *
 * The class: what is claimed of products follows, in every case that the question distinguishes,
 * from equations of that case by multiplying them by polynomials and adding up (term/ideal.h). All
 * else of the question may be anything that bits decide: bounds, remainders, clauses, arrays. */
#ifndef SMT_PRODUCTS_H
#define SMT_PRODUCTS_H

#include "smt/solver.h"

/* facts & assumptions is unsatisfiable, and that is seen here within so many seconds; false says
 * nothing. Entries of `facts` may be TERM_NONE. Where they are not NULL, in_core tells which
 * assumptions were used, and `steps` gets valid clauses with which the question contradicts itself
 * whatever the values of products are. */
bool products_refute(const term_vec *facts, const term *assumptions, uint32_t n, double seconds,
                     bool *in_core, term_vec *steps);

#endif
