/* C models of library functions. */
#ifndef FRONTEND_LIBRARY_MODELS_H
#define FRONTEND_LIBRARY_MODELS_H

#include <llvm-c/Core.h>

#include "frontend/frontend.h"

/* Gives the library functions that the program calls without defining them a body, where we have
 * one, and turns block operations (memcpy, memset, ...) of unknown size into loops. */
void models_link(LLVMModuleRef module, const struct program *p, struct error *e);

#endif
