/* Numbers that become pointers. */
#ifndef FRONTEND_POINTERS_NUMBERS_H
#define FRONTEND_POINTERS_NUMBERS_H

#include "frontend/pointers/points_to.h"

/* To be called at a fixed point of the analysis: every pointer that may be a number in disguise
 * gets the targets of a pointer of arbitrary value. True if one was added. */
bool numbers_close(struct points_to *pt);

#endif
