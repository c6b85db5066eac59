/* What parameters.c and claims.c share. */
#ifndef LEMMAS_PARAMETERS_H
#define LEMMAS_PARAMETERS_H

#include "lemmas/supplier.h"

bool parameters_is(const struct workshop *w, uint32_t variable); /* of w->c->vars */
void terms_add_once(term_vec *v, term t);
/* What the automaton compares with the parameter for equality: for a ghost, what is used as an index; and terms over g that an index
 * is, of which w->parameter_atoms gets where they lie. */
void parameters_compared(struct workshop *w, term g, term_vec *compared, term_vec *solved);
/* x = p, from an equation that has x with a coefficient of 1 or -1 and otherwise parameters only: p; or TERM_NONE. */
term parameters_solve(const struct workshop *w, term equation, term x);
/* ext(t) = p for a term p over parameters: t = the low bits of p, which has no others (*fits). Other equations stay as they are. */
term parameters_narrowed(const struct workshop *w, term equation, term *fits);
/* Fills w->claims (claims.c). */
void describe_claims(struct workshop *w);

#endif
