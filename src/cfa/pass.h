/* What the passes of this folder share; nobody else includes it. */
#ifndef CFA_PASS_H
#define CFA_PASS_H

#include "cfa/cfa.h"

/* The one copy of a string in the arena; NULL stays NULL. */
const char *cfa_intern(struct cfa *c, const char *s);
void cfa_step_release(struct cfa_step *s);
void cfa_clear_steps(struct cfa *c);
/* Restores the normal form of a step whose guard or updates were changed: order, inputs, wp. */
void cfa_step_finish(struct cfa_step *s);

#endif
