/* Makes a failing automaton small. */
#ifndef ENUMERATE_SHRINK_H
#define ENUMERATE_SHRINK_H

#include "cfa/cfa.h"

typedef bool still_fails(void *context, const struct cfa *c);

/* Deletes edges, primitive commands, targets of assignments, branches of choices and parts of terms
 * as long as the failure persists, for at most max_tries tries. Uses up c; returns the small
 * one. */
struct cfa *shrink(struct cfa *c, still_fails *fails, void *context, uint32_t max_tries);

#endif
