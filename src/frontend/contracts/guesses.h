/* First guesses of contracts (contracts.h). */
#ifndef FRONTEND_CONTRACTS_GUESSES_H
#define FRONTEND_CONTRACTS_GUESSES_H

#include <llvm-c/Core.h>

#include "frontend/contracts/contracts.h"

/* The functions that get contracts, and the global variables that they touch. */
struct guess_task {
    LLVMValueRef entry;
    const LLVMValueRef *functions, *globals;
    uint32_t n_functions, n_globals;
};

/* Adds a contract for each function; of the clauses, those are left that are true of the calls that
 * were tried. */
void contracts_guess(struct contracts *k, const struct guess_task *t);

#endif
