/* A program that does all that the whole one may do, as far as errors go, and is smaller: what does
 * not decide whether an error is reached is gone, and reads of memory that is not followed give any
 * value. If no error is reached there, none is in the program. If one is, nothing is said. */
#ifndef FRONTEND_ABSTRACT_ABSTRACTION_H
#define FRONTEND_ABSTRACT_ABSTRACTION_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "cfa/cfa.h"
#include "frontend/frontend.h"

/* Changes the module, whose calls are resolved, if that makes it much smaller; p->abstraction tells
 * whether it did, and keeps what the ledger must say of what is gone. */
void abstraction_apply(LLVMModuleRef module, const struct program *p, LLVMValueRef entry);
/* The entries of the ledger. */
void abstraction_note(const struct abstraction *a, struct cfa *c);

#endif
