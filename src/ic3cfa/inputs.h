/* Elimination of an input from a conjunction of literals; see predecessor.c. */
#ifndef IC3CFA_INPUTS_H
#define IC3CFA_INPUTS_H

#include "term/subst.h"

bool inputs_mentioned(const term_vec *lits, term input);
void inputs_substitute(term_vec *lits, term input, term by);
/* Replaces the literals by ones that do not mention the input and are equivalent to "there is a
 * value of the input for which they hold"; false, and nothing changed, where no rule applies. */
bool inputs_eliminate(term_vec *lits, term input);

#endif
