/* From a linked module to one that is ready for translation. */
#ifndef FRONTEND_DRIVER_PREPARE_H
#define FRONTEND_DRIVER_PREPARE_H

#include <llvm-c/Core.h>

#include "frontend/frontend.h"

/* Afterwards: every local variable has a first value; every call is of a named function by its own
 * type; what is not recursive is inlined into the entry function; locals whose address is not kept
 * are SSA values. False with *e set if the entry function is missing or the module is for another
 * kind of machine. */
bool prepare_module(LLVMModuleRef module, const struct program *p, struct error *e);
/* Is this one of the program's error functions? */
bool prepare_is_error(void *program, LLVMValueRef function);

/* Have global variables any values at first? With --globals=any, and where a function is held to
 * its contract, which speaks of every call and not of the first one. */
bool prepare_forgets_globals(void);

#endif
