/* The two scans around the points-to analysis: which sites make objects, and who touches them. */
#ifndef FRONTEND_POINTERS_ACCESSES_H
#define FRONTEND_POINTERS_ACCESSES_H

#include "frontend/pointers/points_to.h"

/* Adds an object for every alloca and allocation call of pt->functions. */
void sites_collect(struct points_to *pt);
/* Records every access on the objects that it may touch. */
void accesses_collect(struct points_to *pt);

#endif
