/* Proofs of earlier versions of a function, as candidates for a proof of this one.
 *
 *     while (i < n) { s += 2; i++; }              version 1: s = 2*i was proved at the loop
 *     while (i < n) { s += 2; i++; calls++; }     version 2: another automaton, so no hit; but s =
 *                                                 2*i is worth a try
 *
 * What was proved in a function is kept under the function's name, with loops and other places by
 * their order in the function and variables by their names in the source; the last EARLIER_VERSIONS
 * that differ. Candidates prove nothing: whoever takes them has to filter them (lemmas_filter), so
 * that wrong ones, from another program with a function of that name or forged, cost time only. */
#ifndef PROJECT_EARLIER_H
#define PROJECT_EARLIER_H

#include "cfa/verdict.h"
#include "project/folder.h"

enum { EARLIER_VERSIONS = 4, EARLIER_MOST_FACTS = 400 };

void earlier_keep(const struct folder *f, const struct cfa *c, const struct facts *invariant);
/* Adds candidates to *candidates, which has a place for each location of c. */
void earlier_find(const struct folder *f, const struct cfa *c, struct facts *candidates);

#endif
