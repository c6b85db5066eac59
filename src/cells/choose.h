/* Which cells are followed (follow.h). */
#ifndef CELLS_CHOOSE_H
#define CELLS_CHOOSE_H

#include "cells/follow.h"

/* The free ghost of this number, made if need be; TERM_NONE if there are enough. All are of one
 * sort. */
term cells_free_ghost(struct cells_ghosts *g, uint32_t number, sort s);
/* Ghosts are what steps into lE read. Where these read nothing, since the program has summed up in
 * a flag what it found, facts about all elements may still help by their instances: ghosts for what
 * the last step with a condition on elements reads. */
void cells_choose_ghosts(const struct cfa *c, struct cells_ghosts *g);
/* Adds the cells that are read at an index of the program that stays: they may be read again. */
void cells_choose_moving(const struct cfa *c, struct cells_ghosts *g);

#endif
