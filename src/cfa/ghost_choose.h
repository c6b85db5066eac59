/* Which cells are followed (ghost.h). */
#ifndef CFA_GHOST_CHOOSE_H
#define CFA_GHOST_CHOOSE_H

#include "cfa/ghost.h"

/* The free ghost of this number, made if need be; TERM_NONE if there are enough. All are of one sort. */
term cfa_free_ghost(struct cfa_ghosts *g, uint32_t number, sort s);
/* Ghosts are what steps into lE read. Where these read nothing, since the program has summed up in a flag what it found, facts about all
 * elements may still help by their instances: ghosts for what the last step with a condition on elements reads. */
void cfa_choose_ghosts(const struct cfa *c, struct cfa_ghosts *g);
/* Adds the cells that are read at an index of the program that stays: they may be read again. */
void cfa_choose_moving(const struct cfa *c, struct cfa_ghosts *g);

#endif
