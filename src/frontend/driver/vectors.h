/* Vectors of gcc's extension as scalars. */
#ifndef FRONTEND_DRIVER_VECTORS_H
#define FRONTEND_DRIVER_VECTORS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Splits loads and stores of vectors of numbers into those of their elements. True if there were
 * any: LLVM's scalarizer then splits what is computed with them. */
bool vectors_split(LLVMModuleRef module);

#endif
