/* States of an automaton that follows cells, as executions of the automaton with arrays show
 * them. */
#ifndef CELLS_OBSERVE_H
#define CELLS_OBSERVE_H

#include "cells/follow.h"
#include "lemmas/sample.h"

/* Runs c, and notes for each state what the variables of `cells` are when its ghosts lie at some
 * indices. Only as good as the runs: facts are guessed from it, and filtered. */
void cells_observe(struct cfa *c, const struct cfa *cells, struct cells_ghosts *g, struct samples *seen,
                   const struct budget *b);

#endif
