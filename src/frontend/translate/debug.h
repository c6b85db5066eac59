/* Debug metadata: operands of nodes, functions of scopes. */
#ifndef FRONTEND_TRANSLATE_DEBUG_H
#define FRONTEND_TRANSLATE_DEBUG_H

#include "frontend/translate/translate.h"

/* Operand k of a metadata node; NULL if there is none, or `node` is NULL. */
LLVMValueRef debug_operand(LLVMValueRef node, unsigned k);
/* The same where it is a string, not NUL-terminated. */
const char *debug_string(LLVMValueRef node, unsigned k, unsigned *n);
/* The C function that an instruction comes from; NULL if unknown. */
const char *debug_function(struct translator *t, LLVMValueRef instruction);
/* The same of a debug location. */
const char *debug_function_at(struct translator *t, LLVMMetadataRef place);
/* What clang called a value: "x" for "x.addr.0.i"; NULL if it has no name. For people only. */
const char *debug_value_name(struct translator *t, LLVMValueRef v);

#endif
