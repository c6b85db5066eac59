/* Shadows of local variables: which bits nobody has set (CHECK_UNINITIALIZED, CHECK_RETURN). */
#ifndef FRONTEND_DRIVER_SHADOWS_H
#define FRONTEND_DRIVER_SHADOWS_H

#include <llvm-c/Core.h>

#include "cfa/checks.h"

/* Before uninit_mark, on the program as clang hands it over: adds shadows where some variable may
 * be read before it is set, and calls of MARK_UNSET and MARK_FELL at the places that must not
 * depend on such a value. Does nothing for classes that are not in the set. */
void shadows_mark(LLVMModuleRef module, check_set checks);

#endif
