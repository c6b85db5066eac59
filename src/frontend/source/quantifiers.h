/* CBMC's quantifiers and implications as C. */
#ifndef FRONTEND_SOURCE_QUANTIFIERS_H
#define FRONTEND_SOURCE_QUANTIFIERS_H

#include "frontend/source/tokens.h"

/* Replaces every __CPROVER_forall, __CPROVER_exists and ==> of the text. */
void quantifiers_rewrite(struct tokens *t);

#endif
