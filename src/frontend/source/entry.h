/* A function with parameters as the entry: the C text of a function without any that calls it. */
#ifndef FRONTEND_SOURCE_ENTRY_H
#define FRONTEND_SOURCE_ENTRY_H

#include "frontend/source/formals.h"

#define ENTRY_PREFIX "edgewise_entry_"

/* Appends the text. It defines ENTRY_PREFIX followed by the function's name, and calls `callee`. */
void entry_print(const char *function, const char *callee, const formal_list *parameters, bool objects,
                 struct strbuf *out);

#endif
