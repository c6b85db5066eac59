/* Gives every local variable an explicit, arbitrary first value. */
#ifndef FRONTEND_DRIVER_UNINIT_H
#define FRONTEND_DRIVER_UNINIT_H

#include <llvm-c/Core.h>

void uninit_mark(LLVMModuleRef module);
/* Calls `begin` for each place where the life of a static variable of the function begins, with the
 * instruction that comes then. */
void uninit_visit(LLVMValueRef function,
                  void (*begin)(void *context, LLVMValueRef alloca, LLVMValueRef before), void *context);

#endif
