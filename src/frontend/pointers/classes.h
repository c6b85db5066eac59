/* Places that allocate nodes of one kind, as one object of memory.
 *
 *     first = malloc(sizeof *first);                     once
 *     while (any()) { p->next = malloc(sizeof *p); p = p->next; }
 *
 * An access that may lead to blocks of both places would choose between two objects at every step
 * along the list, and a fact about all nodes would be one about each kind. If both have the same
 * size and are only accessed at constant offsets, they become one object, whose blocks both places
 * allocate: one array per field of the class. Every address is then one of that object's blocks, as
 * it is with a single place that is executed again and again, so nothing is lost but the name of
 * the place. Where accesses are checked by C's rules, each place keeps its own object, because
 * there a leak is named by its place; a property of SV-COMP asks whether there is one. */
#ifndef FRONTEND_POINTERS_CLASSES_H
#define FRONTEND_POINTERS_CLASSES_H

#include "frontend/pointers/points_to.h"

/* After the analysis: the classes of at least two places, as a map from each place to the one that
 * stands for its class. False if there are none. */
bool classes_find(struct points_to *pt, struct int_map *classes);

#endif
