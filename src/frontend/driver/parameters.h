/* Which debug variables are parameters. */
#ifndef FRONTEND_DRIVER_PARAMETERS_H
#define FRONTEND_DRIVER_PARAMETERS_H

#include <llvm-c/Core.h>

#include "util/hash.h"

/* Writes down for the variables of every function which parameter each is, before inlining takes
 * functions apart. */
void parameters_mark(LLVMModuleRef module);
/* Debug variable -> its number among the parameters from 1 on, 0 if it is none. What is not in the
 * map is not known. */
void parameters_read(LLVMModuleRef module, struct int_map *numbers);

#endif
