/* Polynomials over Z/2^w: is one a combination of others?
 *
 * Equations a = b between words of one width say that the polynomial a - b is 0. If goal.a - goal.b
 * is a sum of multiples of such polynomials, then it is 0 as well, and the combination shows that
 * to anybody who can multiply out. Whoever needs to trust the answer multiplies out by himself
 * (check/algebra.h). */
#ifndef TERM_IDEAL_H
#define TERM_IDEAL_H

#include "term/term.h"

enum { IDEAL_DEGREE = 8 }; /* of a monomial, at most */

struct ideal_equation {
    term a, b; /* of one width, at most 64 bits */
};
typedef VEC(struct ideal_equation) ideal_equations;

/* coefficient * factor[0] * ... * factor[n - 1] * (a - b) of the equation with this number. */
struct ideal_summand {
    uint32_t of, n;
    uint64_t coefficient;
    term factor[IDEAL_DEGREE];
};
typedef VEC(struct ideal_summand) ideal_combination;

/* True: goal.a - goal.b is the combination, if `how` is not NULL; false says nothing. Equations of
 * other widths are left out. */
bool ideal_contains(const ideal_equations *known, struct ideal_equation goal, ideal_combination *how);

/* Does a = b follow from a conjunction: from equations among the literals of any width, from
 * clauses with one part left, and from what quotients, shifts and choices mean? Then *needed,
 * unless it is NULL, gets literals, or conjunctions of them, that suffice. */
bool ideal_implies(const term_vec *literals, struct ideal_equation goal, term_vec *needed);
/* Do the literals contradict each other because an equation that is denied follows from the
 * others? */
bool ideal_refutes(const term_vec *literals);

#endif
