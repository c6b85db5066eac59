/* What of a prepared module decides whether an error is reached: functions, instructions and
 * variables. See relevance.c. */
#ifndef FRONTEND_ABSTRACT_RELEVANCE_H
#define FRONTEND_ABSTRACT_RELEVANCE_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#include "frontend/abstract/control.h"
#include "frontend/frontend.h"

/* A function that the entry function reaches by calls. */
struct relevance_part {
    LLVMValueRef function;
    bool returns; /* some way through it comes to a return */
    /* it is small and may end the execution: what a call of it leaves is a condition */
    bool guards;
    bool needed; /* something in it matters; `control` is then there */
    bool wanted; /* what it returns matters */
    uint32_t size;
    struct control control;
};

struct relevance {
    const struct program *program;
    LLVMModuleRef module;
    VEC(struct relevance_part) parts;
    struct int_map index;     /* function -> index into parts */
    struct int_map marks;     /* values that matter */
    struct int_map objects;   /* variables: 1 if nothing but their own name leads there, else 2 */
    struct int_map strangers; /* calls of strangers that may be ones of functions that matter */
    VEC(LLVMValueRef) waiting;
    uint32_t size, kept; /* instructions: of all parts, and those that matter */
    bool failed;         /* something occurs that is not followed */
};

/* After calls were resolved. `failed` says that nothing is known; release it all the same. */
void relevance_find(struct relevance *r, LLVMModuleRef module, const struct program *p, LLVMValueRef entry);
void relevance_release(struct relevance *r);

/* Does the value matter? Calls: does it matter that it happens? */
bool relevance_has(const struct relevance *r, LLVMValueRef v);
/* A call of a stranger: may it be one of a function that matters? */
bool relevance_is_met(const struct relevance *r, LLVMValueRef stranger);
/* NULL: the entry function does not reach it, or it has no body. */
struct relevance_part *relevance_of(const struct relevance *r, LLVMValueRef function);
/* The variable that an access is to, if only its own name leads there; NULL for all else. */
LLVMValueRef relevance_variable(struct relevance *r, LLVMValueRef pointer);
/* The first call in the block that never comes back; NULL: there is none. */
LLVMValueRef relevance_end(const struct relevance *r, LLVMBasicBlockRef block);

#endif
