/* Which monomials equations of products are made of, by what the program computes. */
#ifndef LEMMAS_DEGREES_H
#define LEMMAS_DEGREES_H

#include "cfa/cfa.h"

/* Appends monomials over the factors (variables, perhaps extended, of one width), from low degrees
 * to high ones: at most `most`, and so few that this many states tell what holds from what fits by
 * chance. None if fewer than two would be left. */
void degrees_monomials(const struct cfa *c, const term_vec *factors, uint32_t states, uint32_t most,
                       term_vec *columns);

#endif
