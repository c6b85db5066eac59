/* A function's contract in the place of its body. */
#ifndef FRONTEND_SOURCE_REPLACE_H
#define FRONTEND_SOURCE_REPLACE_H

#include "frontend/source/clauses.h"

#define REPLACE_PREFIX "edgewise_original_"

/* Renames the function's definition, if the text has one; calls keep the name. */
void replace_rename(struct tokens *t, const char *function);
/* Appends a definition of the function that does what the contract says, behind the text of
 * fresh.h. */
void replace_print(const struct clauses *c, struct strbuf *out);

#endif
