/* Polynomial identities modulo 2^w, checked by multiplying out.
 *
 * An obligation that denies an equation a = b is refuted if a - b is a sum of multiples of
 * polynomials that are zero by the obligation. Which multiples those are is searched for elsewhere
 * (term/ideal.h), and nothing of the search is believed: what the obligation says is read here, and
 * the sum is computed here, with words and products of this file's own. */
#ifndef CHECK_ALGEBRA_H
#define CHECK_ALGEBRA_H

#include "term/ideal.h"

/* Have the literals, `wrong` among them, no solution because an equation that is denied in `wrong`
 * follows? False says nothing. */
bool algebra_refutes(const term_vec *facts, const term_vec *guard, term wrong);
/* Is goal.a - goal.b = sum of the combination, multiplied out, modulo 2^width? */
bool algebra_verify(const ideal_equations *known, struct ideal_equation goal, const ideal_combination *how);

#endif
