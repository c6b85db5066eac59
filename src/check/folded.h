/* The certificate of a program that constant folding executes: nothing was asked of a solver, so
 * there is nothing to repeat. What is written instead is a chain of small obligations that any
 * solver can check. */
#ifndef CHECK_FOLDED_H
#define CHECK_FOLDED_H

#include "check/region.h"

/* Appends a script per region on the way from l0, as long as `most` regions; false (and nothing is
 * appended) if constants alone do not show that lE is not reached, or if the way is longer. */
bool folded_certificate(const struct regions *r, uint64_t most, struct strbuf *text);

#endif
