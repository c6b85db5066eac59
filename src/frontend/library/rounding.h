/* Programs that change the rounding mode. */
#ifndef FRONTEND_LIBRARY_ROUNDING_H
#define FRONTEND_LIBRARY_ROUNDING_H

#include <llvm-c/Core.h>

/* The variable of models/rounding.c; a module has it if a verdict depends on the mode. */
#define ROUNDING_MODE "edgewise_mode"

/* Makes all operations of the module obey the mode that the models in models/rounding.c keep, or
 * cuts them in other modes than to nearest. */
void rounding_apply(LLVMModuleRef module);

#endif
