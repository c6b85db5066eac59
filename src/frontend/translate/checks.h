/* Checks: where they are in a module, and what they become in the automaton. */
#ifndef FRONTEND_TRANSLATE_CHECKS_H
#define FRONTEND_TRANSLATE_CHECKS_H

#include "frontend/translate/translate.h"

/* Before any pass: forgets what clang's handlers are told besides the place, so that no value is
 * needed because of them, and the promises of C that arithmetic does not wrap, because passes must
 * not rest on what is checked. */
void checks_prepare(LLVMModuleRef module);
/* Before inlining, which may fold conditions: writes the checks of all functions into the module's
 * metadata. */
void checks_remember(LLVMModuleRef module, const struct program *p);
/* Before the points-to analysis: conditions that hold whatever the program does. */
void checks_simplify(LLVMModuleRef module);
/* Lists the checks of all procedures. */
void checks_collect(struct translator *t);
/* Does this block do nothing but report a failure? Then the run ends in lE, and true is
 * returned. */
bool checks_enter(struct run *r, LLVMBasicBlockRef block);
/* The run has come to a branch of which only one side is left: checks on the other side were
 * met. */
void checks_pass(struct run *r, LLVMBasicBlockRef not_taken);
/* A check of the memory model at the place of the current instruction: the execution fails if the
 * condition holds. */
void checks_fail_if(struct run *r, enum check_class class, term condition);
/* At the end of an execution: where the condition holds, nothing is known of this check, and of it
 * alone. */
void checks_cut_if(struct run *r, enum check_class class, term condition, const char *reason);
/* Has clang placed a check that the pointer is not null? */
bool checks_of_null(LLVMValueRef pointer);
/* An assertion that is a call with its condition, klee_assert(x == y): the execution fails where it
 * does not hold, and goes on where it does. */
void checks_assert(struct run *r, LLVMValueRef call, term holds);
/* Is this call a check's failure? Then the run ends, and true is returned. */
bool checks_call(struct run *r, LLVMValueRef call);

#endif
