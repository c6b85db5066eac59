/* The jobs of a plan on this machine: so many at a time, those first that took longest in the last
 * run, with a live line on a terminal:
 *
 *     [########........] 120/300  TRUE 110  FALSE 2  UNKNOWN 8  1:40 left  longest: a.c:push 12 s
 */
#ifndef PROJECT_POOL_H
#define PROJECT_POOL_H

#include "project/last.h"
#include "project/plan.h"

/* Runs all jobs without a result. False if it was interrupted: what runs is ended, what is there
 * stays. With `first`, a job that says TRUE or FALSE ends the others. */
bool pool_run(const struct plan *p, const char *run, const struct last *last, uint32_t processes, bool first);

#endif
