/* Functions under other names, and functions without their bodies, before files are linked. */
#ifndef FRONTEND_DRIVER_STATICS_H
#define FRONTEND_DRIVER_STATICS_H

#include <llvm-c/Core.h>

#include "util/options.h"
#include "util/vec.h"

typedef VEC(LLVMModuleRef) module_list;

/* Gives static functions the name __CPROVER_file_local_FILE_NAME by which some file speaks of them,
 * then removes the bodies that --remove-body names from the first `own` modules; the others are
 * stubs. True if anything has changed: the compiled program is then another one. */
bool statics_apply(const module_list *modules, uint32_t own);

#endif
