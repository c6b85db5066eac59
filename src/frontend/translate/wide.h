/* Integers that are wider than a bit-vector may be, as lists of limbs. */
#ifndef FRONTEND_TRANSLATE_WIDE_H
#define FRONTEND_TRANSLATE_WIDE_H

#include <llvm-c/Core.h>

#include "term/term.h"

struct run;

bool wide_is(LLVMTypeRef type);
uint32_t wide_limbs(LLVMTypeRef type);
LLVMTypeRef wide_limb_type(LLVMTypeRef type, uint32_t limb); /* i64, the last one narrower */
term wide_constant(LLVMValueRef c, uint32_t limb);
/* Translates an instruction on wide integers, or cuts it; false if it has none or needs no special
 * care. */
bool wide_instruction(struct run *r, LLVMValueRef i);

#endif
