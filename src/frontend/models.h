/* C models of library functions. */
#ifndef FRONTEND_MODELS_H
#define FRONTEND_MODELS_H

#include <llvm-c/Core.h>

#include "frontend/frontend.h"

/* Gives the library functions that the program calls without defining them a body, where we have one, and
 * turns block operations (memcpy, memset, ...) of unknown size into loops. */
void models_link(LLVMModuleRef module, const struct program *p, struct error *e);

/* Models in C, and the names of the functions that have one; NULL ends them. The sized models are linked where realloc is called. */
extern const char models_libc_text[], models_sized_text[], models_math_text[];
extern const char *const models_libc_names[];
extern const char *const models_math_names[];

#endif
