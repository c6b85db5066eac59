/* The words of contracts about pointers, as C. */
#ifndef FRONTEND_SOURCE_FRESH_H
#define FRONTEND_SOURCE_FRESH_H

#include <stdbool.h>

#include "util/strbuf.h"

/* What a clause is evaluated for: the values of edgewise_clause. */
enum fresh_mode { FRESH_ASSUMED, FRESH_CHECKED, FRESH_ENSURED, FRESH_WEIGHED };

/* The function that makes a block where the execution has one, so that none is null: see
 * ir_note_blocks. */
#define FRESH_BLOCK "edgewise_block"

/* Questions to the memory model, with a body for the compiled program: __CPROVER_POINTER_OBJECT,
 * __CPROVER_POINTER_OFFSET and __CPROVER_r_ok. */
#define FRESH_OBJECT "edgewise_object_of"
#define FRESH_OFFSET "edgewise_offset_of"
#define FRESH_MAY_READ "edgewise_may_read"

/* Appends the definitions, once per file. `own`: a function that is enforced in this file defines
 * edgewise_is_own, with the same type. */
void fresh_print(bool own, struct strbuf *out);

#endif
