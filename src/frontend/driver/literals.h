/* Lives of compound literals. */
#ifndef FRONTEND_DRIVER_LITERALS_H
#define FRONTEND_DRIVER_LITERALS_H

#include <llvm-c/Core.h>

/* Marks the beginning and the ends of the life of each compound literal in a function, as clang
 * does for variables. Before inlining, and only for programs with debug information. */
void literals_mark(LLVMModuleRef module);

#endif
