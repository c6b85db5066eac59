/* Words of verifiers that ask the memory model: __CPROVER_r_ok, __CPROVER_OBJECT_SIZE and
 * others. */
#ifndef FRONTEND_TRANSLATE_PREDICATES_H
#define FRONTEND_TRANSLATE_PREDICATES_H

#include "frontend/translate/translate.h"

/* Does the module use one? Sizes and lives of objects are then followed. */
bool predicates_used(LLVMModuleRef module);
/* The call of a function with the role VOCABULARY_PREDICATE. */
void predicates_call(struct run *r, LLVMValueRef call, const char *name);

#endif
