/* Keeps of candidates about all nodes what is inductive together. */
#ifndef CELLS_SIEVE_H
#define CELLS_SIEVE_H

#include "cfa/verdict.h"
#include "util/budget.h"

/* The candidates of a location mention variables of c and `ghosts`, and are meant for all values of
 * these. Those that stay hold at the ends of all steps, provided that all that stay hold at their
 * beginnings, for the ghosts and for the indices at which the step reads arrays. There must be none
 * at l0. False if the time did not suffice; then nothing may be kept. */
bool sieve(struct cfa *c, const term_vec *ghosts, struct facts *candidates, const struct budget *b);
/* Do the facts, for all ghosts, exclude the steps into lE? */
bool sieve_excludes_error(struct cfa *c, const term_vec *ghosts, struct facts *known, const struct budget *b);

#endif
