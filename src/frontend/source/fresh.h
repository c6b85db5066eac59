/* The words of contracts about pointers, as C. */
#ifndef FRONTEND_SOURCE_FRESH_H
#define FRONTEND_SOURCE_FRESH_H

#include <stdbool.h>

#include "util/strbuf.h"

/* What a clause is evaluated for: the values of edgewise_clause. */
enum fresh_mode { FRESH_ASSUMED, FRESH_CHECKED, FRESH_ENSURED };

/* Appends the definitions, once per file. `own`: a function that is enforced in this file defines
 * edgewise_is_own, with the same type. */
void fresh_print(bool own, struct strbuf *out);

#endif
