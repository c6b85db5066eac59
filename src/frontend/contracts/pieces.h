/* The program in pieces, one per recursive function (contracts.h). */
#ifndef FRONTEND_CONTRACTS_PIECES_H
#define FRONTEND_CONTRACTS_PIECES_H

#include <llvm-c/Core.h>

#include "frontend/contracts/contracts.h"
#include "frontend/frontend.h"

/* Does the entry function reach one that calls itself, directly or not? */
bool pieces_recursive(const struct program *p, LLVMValueRef entry);
/* Guesses contracts if that was not done yet, and makes a new entry function that chooses a piece
 * and runs it; returns that. The entry function itself, and nothing changed, if there are none: no
 * function of the module is recursive, or one that is cannot have a contract. */
LLVMValueRef pieces_make(LLVMModuleRef module, const struct program *p, LLVMValueRef entry);

#endif
