/* Notes on marks: what the translation tells a trace about the source (cfa/debug.h). */
#ifndef FRONTEND_TRANSLATE_NOTES_H
#define FRONTEND_TRANSLATE_NOTES_H

#include "frontend/translate/translate.h"

/* A debug intrinsic that tells a variable's value. */
void notes_variable(struct run *r, LLVMValueRef call);
/* After an instruction was translated: loads, stores, block operations, inputs. */
void notes_instruction(struct run *r, LLVMValueRef i);
/* Before the run ends at the error location: the call of the error function, or of the handler of a
 * check of this class (NULL: an assertion). */
void notes_failure(struct run *r, LLVMValueRef call, const char *class);
/* The mark on the edge to the error of a check of the memory model. */
cmd notes_invalid(struct run *r, struct src_pos pos, LLVMMetadataRef place, const char *class);
/* The mark on the edge to the error of a check whose condition is the call's first argument. */
cmd notes_check(struct run *r, LLVMValueRef call);
/* The marks on the edge of the branch `end` that goes to `to`: the decision if something is decided
 * there, and where merged values come from. */
cmd notes_branch(struct run *r, LLVMValueRef end, bool decides, LLVMBasicBlockRef to);
/* Around the call of a procedure: the arguments, and on the way back the result. */
cmd notes_enter(struct run *r, LLVMValueRef call, LLVMValueRef function, struct activation *callee);
cmd notes_leave(struct translator *t, struct activation *callee, struct activation *caller,
                LLVMValueRef call);
/* The value that a procedure returns. */
void notes_return(struct run *r, LLVMValueRef returned);
/* The objects of memory, when all is translated. */
void notes_objects(struct translator *t);

#endif
