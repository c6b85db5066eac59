/* Variables whose accesses must stay in sight, because they may be invalid. */
#ifndef FRONTEND_DRIVER_SCOPES_H
#define FRONTEND_DRIVER_SCOPES_H

#include <llvm-c/Core.h>

/* Before inlining: calls of alloca() become the instruction, because the inliner knows when such
 * memory ends; reads are used, and constants are hidden. */
void scopes_open(LLVMModuleRef module);
/* After inlining, before variables become values: those of which some access may be outside of it,
 * or after its end, are handed to MARK_KEEP, which does nothing. */
void scopes_keep(LLVMModuleRef module);
/* After that: all marks go, and constants are constants. */
void scopes_close(LLVMModuleRef module);

#endif
