/* Places of arrays that are written once and remembered: the sentinel of a search.
 *
 * A program that stores a marker at a[pos] and then searches it is right because of that one cell.
 * No step into lE need read it, so the ghosts of follow.h, which are the indices that lE asks for,
 * miss it. A settled index is a term such as pos, n - 1 or size / 2 that some step stores at and
 * whose variables keep their values from then on. */
#ifndef CELLS_SETTLED_H
#define CELLS_SETTLED_H

#include "cfa/cfa.h"

struct cells_settled {
    term index; /* over variables of the automaton, without reads of arrays */
    /* per location: no step that assigns a variable of the index can follow; never l0 */
    bool *final;
};

/* The settled index of this number, in the order of the steps; false if there are not so many. c
 * must be split. */
bool cells_settled_find(const struct cfa *c, uint32_t number, struct cells_settled *s);
void cells_settled_release(struct cells_settled *s);

#endif
