/* Functions with a variable number of arguments. */
#ifndef FRONTEND_DRIVER_VARARGS_H
#define FRONTEND_DRIVER_VARARGS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Afterwards no function that the module defines takes its arguments through va_start. To be called
 * when all calls are calls of functions by their name. */
void varargs_lower(LLVMModuleRef module);
/* Is it the memory in which a call hands over its variable arguments? */
bool varargs_is_area(LLVMValueRef v);

#endif
