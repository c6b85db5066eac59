/* Structs that are values. */
#ifndef FRONTEND_DRIVER_AGGREGATES_H
#define FRONTEND_DRIVER_AGGREGATES_H

#include <llvm-c/Core.h>

/* After inlining: a member that is taken from a struct is what was put there, where that is in
 * sight. */
void aggregates_fold(LLVMModuleRef module);

#endif
