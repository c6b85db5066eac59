/* The functions that are left after inlining, cut into segments. */
#ifndef FRONTEND_TRANSLATE_PROCEDURES_H
#define FRONTEND_TRANSLATE_PROCEDURES_H

#include "frontend/translate/translate.h"

/* Fills t->procedures from t->pt.functions. */
void procedures_collect(struct translator *t);
void procedures_release(struct translator *t);
/* The procedure that a call enters; NULL if it enters none. */
struct procedure *procedures_called(const struct translator *t, LLVMValueRef call);
/* How many activations of a function there may be at once. */
uint32_t procedures_instances(void *translator, LLVMValueRef function);

#endif
