/* Makes every call in a module a plain call of a function by its name and type, and decides which
 * functions are inlined. */
#ifndef FRONTEND_DRIVER_CALLS_H
#define FRONTEND_DRIVER_CALLS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Arguments that are passed by value in memory are copied by the caller, explicitly. */
void calls_copy_by_value(LLVMModuleRef module);
/* Inserts the marker that gives up there, for this reason. */
void calls_insert_cut(LLVMModuleRef module, LLVMValueRef before, const char *reason);
/* Calls through pointers, and calls of a function by another type than its own, go through a
 * generated function that compares the pointer with each candidate. */
void calls_resolve(LLVMModuleRef module);
/* May a call through a dispatcher, or its stranger, be meant for f? Their first parameter is the
 * pointer. Without a prototype the number of arguments may differ. */
bool calls_is_candidate(LLVMValueRef dispatcher, LLVMValueRef f);
/* The same if small numbers count as their promoted types: without a prototype, `f(c) char c;` is
 * called with an int. All else by another type is undefined. */
bool calls_fits_promoted(LLVMValueRef dispatcher, LLVMValueRef f);
/* Does a pointer to the function exist, as far as the module tells? */
bool calls_address_taken(LLVMValueRef f);
/* Is there a dispatcher with so many candidates? */
bool calls_have_choice(LLVMModuleRef module, uint32_t many);
/* Calls of dispatchers go to ones that know only what the pointer may be at that call. */
void calls_narrow(LLVMModuleRef module,
                  bool (*may_be)(void *context, LLVMValueRef pointer, LLVMValueRef function), void *context);
/* Is it known of a stranger that its pointer is none to a function of the program? */
bool calls_is_foreign(LLVMValueRef stranger);
/* Marks what shall be inlined (everything that is not recursive, unless the program would explode).
 * `keep` tells which functions are known by their name and must stay calls. */
void calls_choose_inlining(LLVMModuleRef module, LLVMValueRef entry,
                           bool (*keep)(void *context, LLVMValueRef f), void *context);
/* Calls of a function by itself, directly or through one other, that are the last thing it does
 * become loops. */
void calls_straighten_tails(LLVMModuleRef module, bool (*keep)(void *context, LLVMValueRef f), void *context,
                            void (*run_passes)(LLVMModuleRef module, const char *passes));

#endif
