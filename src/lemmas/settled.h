/* Elements of arrays that are written at an index that stays: the sentinel of a search.
 *
 * A program that stores a marker at a[pos] and then searches it is right because of that one
 * element. A settled index is a term such as pos, n - 1 or size / 2 that some step stores at and
 * whose variables keep their values from then on. The element itself need not stay. */
#ifndef LEMMAS_SETTLED_H
#define LEMMAS_SETTLED_H

#include "cfa/cfa.h"

struct settled {
    term array;
    /* Over variables of the automaton, without reads of arrays. */
    term index;
    /* What is stored there, if that is a constant; else TERM_NONE. */
    term value;
    /* Per location: no step that assigns a variable of the index can follow; never l0. */
    bool *final;
};

/* The settled index of this number, in the order of the steps; false if there are not so many. One
 * index is there once. c must be split. */
bool settled_find(const struct cfa *c, uint32_t number, struct settled *s);
void settled_release(struct settled *s);

typedef VEC(struct settled) settled_vec;
/* At most so many stores at settled indices, for each array, index and value one. */
void settled_stores(const struct cfa *c, uint32_t most, settled_vec *all);

#endif
