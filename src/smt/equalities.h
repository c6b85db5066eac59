/* Contradictions that equalities show by themselves: substituted, they make some literal false. */
#ifndef SMT_EQUALITIES_H
#define SMT_EQUALITIES_H

#include "smt/native/facts.h"

/* Does a query multiply or divide unknowns? Only then is it worth the time. */
bool equalities_wanted(term t);
/* Appends equations that two bounds among the literals amount to: a <= b and b <= a. */
void equalities_suggest(const term_vec *literals, term_vec *equations);
/* The literals with the one side for the other, if that is a variable; the equation is to be among
 * them or known. */
void equalities_substitute(term_vec *literals, term equation);
/* facts & assumptions is unsatisfiable, and that is seen here; false says nothing. */
bool equalities_refute(const struct fact_list *facts, const term *assumptions, uint32_t n);

#endif
