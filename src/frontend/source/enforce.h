/* A function against its contract: the C text of a function that takes any arguments, assumes what
 * the contract requires, calls the function, and checks what the contract ensures. */
#ifndef FRONTEND_SOURCE_ENFORCE_H
#define FRONTEND_SOURCE_ENFORCE_H

#include "cfa/debug.h"
#include "frontend/source/clauses.h"

#define ENFORCE_PREFIX DEBUG_WRAPPER

/* Have all parameters a name? */
bool enforce_possible(const struct clauses *c);
/* Appends the text, behind that of fresh.h. It defines ENFORCE_PREFIX followed by the function's
 * name, with the same parameters, and calls `callee`. */
void enforce_print(const struct clauses *c, const char *callee, struct strbuf *out);
/* A clause's text with every __CPROVER_old(e) replaced by a variable, which is declared in *before
 * with this number or a later one; the result is edgewise_result. */
char *enforce_without_old(const char *text, uint32_t *number, struct strbuf *before);

#endif
