/* A function with parameters as the entry: the C text of a function without any that calls it. */
#ifndef FRONTEND_SOURCE_ENTRY_H
#define FRONTEND_SOURCE_ENTRY_H

#include "cfa/debug.h"
#include "frontend/source/formals.h"
#include "frontend/source/tokens.h"

#define ENTRY_PREFIX DEBUG_CALLER

/* What pointers are handed in: null only, objects made for them, or those and what others can
 * reach. */
enum entry_pointers { ENTRY_NULL, ENTRY_OBJECTS, ENTRY_SHARED };

/* Does the text define a variable whose address somebody else may hand in? */
bool entry_sees_variables(const struct tokens *t);
/* Appends the text. It defines ENTRY_PREFIX followed by the function's name, and calls `callee`. */
void entry_print(const struct tokens *t, const char *function, const char *callee,
                 const formal_list *parameters, enum entry_pointers pointers, struct strbuf *out);

#endif
