/* Calls of printf and its relatives as calls of models. */
#ifndef FRONTEND_LIBRARY_PRINTS_H
#define FRONTEND_LIBRARY_PRINTS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Takes the calls apart of which the format is a constant text that is understood, and whose
 * result or output the program can see. True if there are calls of the models now. */
bool prints_expand(LLVMModuleRef module);

#endif
