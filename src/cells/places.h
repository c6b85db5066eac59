/* The places of lemmas/places.h for an automaton that follows cells, and what its two files
 * share. */
#ifndef CELLS_PLACES_H
#define CELLS_PLACES_H

#include "cells/follow.h"
#include "lemmas/places.h"

/* Fills the list: positions, starts of loops, flags, claims. It refers to the automaton and to the
 * ghosts. */
void cells_places(const struct cfa *cells, const struct cells_ghosts *g, struct places *places);

/* Adds the claims (claims.c). */
void cells_claims(struct places *places);
/* What the automaton compares with the ghost for equality: what is used as an index. And terms over
 * g that an index is equal to, whose positions are added. */
void cells_compared(struct places *places, term g, term_vec *compared, term_vec *solved);
/* x = p, from an equation that has x with a coefficient of 1 or -1 and otherwise ghosts only: p; or
 * TERM_NONE. */
term cells_solve(const struct places *places, term equation, term x);
/* ext(t) = p for a term p over ghosts: t = the low bits of p, which has no others (*fits). Other
 * equations stay as they are. */
term cells_narrowed(const struct places *places, term equation, term *fits);

#endif
