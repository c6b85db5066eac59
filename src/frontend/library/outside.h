/* Memory that the program does not define, and the program's memory that others can reach. */
#ifndef FRONTEND_LIBRARY_OUTSIDE_H
#define FRONTEND_LIBRARY_OUTSIDE_H

#include "frontend/pointers/points_to.h"

/* A pointer into the outside, as a set of targets. */
void outside_targets(struct points_to *pt, target_set *out);
/* The parameters of the entry function, and globals that are only declared. */
void outside_begin(struct points_to *pt, LLVMValueRef entry);
/* What a function without a body hands out, as its result or in memory: pointers to the outside,
 * and into its arguments from functions of the library that do that. */
void outside_result(struct points_to *pt, LLVMValueRef call);
/* A number that becomes a pointer: it may lead anywhere. */
void outside_give_any(struct points_to *pt, LLVMValueRef v);
/* To be called when the analysis is at a fixed point: adds what follows from it alone. True if it
 * changed something. */
bool outside_close(struct points_to *pt);
/* Is this the call of a function of which nothing is known? */
bool outside_is_unknown(LLVMValueRef function);

#endif
