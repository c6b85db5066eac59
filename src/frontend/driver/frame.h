/* What runs around the entry function, and what it is given. */
#ifndef FRONTEND_DRIVER_FRAME_H
#define FRONTEND_DRIVER_FRAME_H

#include <llvm-c/Core.h>

#include "frontend/frontend.h"

/* Constructors and destructors are called where they run, arguments of main are as C has them, an
 * interrupt handler (--isr) may run between any two accesses to shared memory; assembly at module
 * level is a cut. False with *e set for a handler that cannot be one. */
bool frame_make(LLVMModuleRef module, LLVMValueRef entry, struct error *e);

#endif
