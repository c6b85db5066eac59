/* Candidates for facts about nodes (nodes.h has the forms). */
#ifndef CELLS_LINKS_H
#define CELLS_LINKS_H

#include "cells/pools.h"
#include "cfa/verdict.h"

/* Adds candidates to all locations but l0 and lE. The ghosts are two words. */
void links_suggest(const struct cfa *c, const struct pools *p, term g, term h, struct facts *f);

#endif
