/* A proof, carried over to the automaton as it came out of the translation and checked there: a
 * TRUE that passes does not depend on the reductions (propagation, slicing, dead variables,
 * bisimulation, large blocks, splitting). */
#ifndef CHECK_UNREDUCED_H
#define CHECK_UNREDUCED_H

#include "cfa/verdict.h"
#include "util/budget.h"

/* Does the proof of a TRUE verdict on `reduced`, which was made from `unreduced`, show that lE is
 * unreachable there? Decided by solvers of `kind` within the budget. False says that it could not
 * be shown, never that it is wrong: *why is then a fresh string. The obligations are appended to
 * *certificate as SMT-LIB, if that is not NULL and the answer is true. */
bool evidence_check_unreduced(const struct cfa *unreduced, const struct cfa *reduced, const struct verdict *v,
                              int kind, const struct budget *b, struct strbuf *certificate, char **why);

/* Constants and copies at the cut points of an automaton, among which are those that are wanted (a
 * flag per location): known[l] becomes an array of a term per variable, a constant or the first
 * variable that always has the same value there, to be freed by the caller; locations that are no
 * cut points or not reached stay NULL. False if time was too short. */
bool unreduced_known(const struct cfa *c, const uint8_t *wanted, const struct budget *b, term **known);

#endif
