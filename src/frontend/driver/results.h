/* What functions return, for traces. */
#ifndef FRONTEND_DRIVER_RESULTS_H
#define FRONTEND_DRIVER_RESULTS_H

#include <llvm-c/Core.h>

/* Before inlining: a debug intrinsic in front of every `ret` says that the variable "return" (no C
 * name, so it cannot be confused) has the value that is returned. Inlining keeps it, with its
 * place. */
void results_mark(LLVMModuleRef module);

#endif
