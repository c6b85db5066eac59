/* Variables that say where in an array something was put for good.
 *
 *     buffer[n - 1] = 0;             n is an anchor, if no loop assigns it: what comes later may
 *     ...                            rest on the element at n - 1, although nobody reads n again
 *
 * They are kept alive (live.h), because a fact about that element needs them. That is a matter of
 * what can be said, not of what is true: an automaton may keep any variable. */
#ifndef CFA_ANCHORS_H
#define CFA_ANCHORS_H

#include "cfa/cfa.h"

/* Adds them to a bit set over cfa.vars: of the edges, or of the steps after cfa_split. */
void anchors_of_edges(const struct cfa *c, uint64_t *set);
void anchors_of_steps(const struct cfa *c, uint64_t *set);

#endif
