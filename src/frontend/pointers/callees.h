/* Which functions a call through a pointer may be of, before anything is inlined. */
#ifndef FRONTEND_POINTERS_CALLEES_H
#define FRONTEND_POINTERS_CALLEES_H

#include <llvm-c/Core.h>

#include "frontend/frontend.h"

/* Takes from the dispatchers of driver/calls.h, call by call, the functions that the pointer cannot
 * hold. */
void callees_narrow(LLVMModuleRef module, const struct program *p, LLVMValueRef entry);

#endif
