/* Recursion in an abstraction: calls that go round begin again, or are over. */
#ifndef FRONTEND_ABSTRACT_AGAIN_H
#define FRONTEND_ABSTRACT_AGAIN_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Replaces every call that closes a circle of calls, from `entry` on. The functions store in
 * variables of their own frame and in global variables alone. `any` gives the marker whose result
 * is any value of a type. */
void again_apply(LLVMModuleRef module, LLVMValueRef entry, LLVMValueRef (*any)(void *, LLVMTypeRef),
                 void *context);
/* Is this a call after which nothing comes, so that the callee may take the place of a call of it
 * that is not over yet? */
bool again_is(LLVMValueRef call);

#endif
