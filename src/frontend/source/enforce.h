/* A function against its contract: the C text of a function that takes any arguments, assumes what
 * the contract requires, calls the function, and checks what the contract ensures. */
#ifndef FRONTEND_SOURCE_ENFORCE_H
#define FRONTEND_SOURCE_ENFORCE_H

#include "frontend/source/clauses.h"

#define ENFORCE_PREFIX "edgewise_enforced_"

/* Have all parameters a name? */
bool enforce_possible(const struct clauses *c);
/* Appends the text. It defines ENFORCE_PREFIX followed by the function's name, with the same
 * parameters. */
void enforce_print(const struct clauses *c, struct strbuf *out);

#endif
