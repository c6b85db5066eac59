/* Types and scopes of the source for the automaton's tables (cfa/debug.h). */
#ifndef FRONTEND_TRANSLATE_TYPES_H
#define FRONTEND_TRANSLATE_TYPES_H

#include "frontend/translate/translate.h"

/* The index of a debug type; 0 if there is none. */
uint32_t types_of(struct translator *t, LLVMValueRef node);
/* The index of the function, at its place of inlining, that a DILocation lies in; 0: unknown. */
uint32_t types_scope(struct translator *t, LLVMMetadataRef place);
/* The index of the file of a DILocation, by a name that leads to it from the current folder. */
uint32_t types_file(struct translator *t, LLVMMetadataRef place);
/* Which parameter of its function a debug variable is, from 1 on; 0: none. */
uint32_t types_parameter(struct translator *t, LLVMValueRef variable);
/* The number behind `field` ("value: ") in the text of a node. */
int64_t types_number(LLVMValueRef node, const char *field, int64_t otherwise);
/* Which bits of its variable a debug intrinsic's expression speaks of; *bits is 0 for all. False:
 * it computes something. */
bool types_fragment(struct translator *t, LLVMValueRef expression, uint64_t *offset, uint64_t *bits);

#endif
