/* The types of functions, as clang's checks of calls through pointers ask for them. */
#ifndef FRONTEND_DRIVER_SIGNATURES_H
#define FRONTEND_DRIVER_SIGNATURES_H

#include <llvm-c/Core.h>

/* Before any pass: what -fsanitize=function reads in front of a function's code becomes a choice
 * between the functions whose address is taken. */
void signatures_resolve(LLVMModuleRef module);

#endif
