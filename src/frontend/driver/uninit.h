/* Gives every local variable an explicit, arbitrary first value. */
#ifndef FRONTEND_DRIVER_UNINIT_H
#define FRONTEND_DRIVER_UNINIT_H

#include <llvm-c/Core.h>

void uninit_mark(LLVMModuleRef module);

#endif
