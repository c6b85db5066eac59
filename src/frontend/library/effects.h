/* What a call of a library function does to memory, as the tables of libc.h say. */
#ifndef FRONTEND_LIBRARY_EFFECTS_H
#define FRONTEND_LIBRARY_EFFECTS_H

#include "frontend/translate/translate.h"

/* Makes arbitrary what the call may write: behind its arguments, in the library's memory and
 * variables, errno. The run is over afterwards if the call ends the program or cannot be
 * translated. */
void effects_apply(struct run *r, LLVMValueRef call);
/* What is brought in from outside: SITE_INPUT if compiled runs can be given it (models.c). */
enum site_kind effects_input_kind(void);
/* __edgewise_outside_bytes(to, n, by): the bytes become arbitrary, and so does the rest of the
 * object if n is not a small constant. */
void effects_bring(struct run *r, LLVMValueRef call, const char *by);
/* errno after a call of something that may set it. */
void effects_errno(struct run *r, const char *name);

#endif
