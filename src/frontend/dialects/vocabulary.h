/* Functions without a body whose name says what a verifier shall do. */
#ifndef FRONTEND_DIALECTS_VOCABULARY_H
#define FRONTEND_DIALECTS_VOCABULARY_H

#include <llvm-c/Core.h>

#include "frontend/frontend.h"

#define VOCABULARY_LABEL "ERROR"

enum vocabulary_role {
    VOCABULARY_NONE,
    VOCABULARY_ASSERT,     /* the first argument is not 0, or that is the error */
    VOCABULARY_ASSERT_NOT, /* the first argument is 0, or that is the error */
    /* if the first argument is not 0, the second is not 0, or that is the error */
    VOCABULARY_ASSERT_IF,
    VOCABULARY_ASSUME,      /* executions in which the first argument is 0 end here */
    VOCABULARY_ASSUME_NOT,  /* executions in which the first argument is not 0 end here */
    VOCABULARY_NONDET,      /* any value of its type */
    VOCABULARY_PREDICATE,   /* asks the memory model (translate/predicates.h) */
    VOCABULARY_ANY,         /* any value, which the compiled program cannot be given */
    VOCABULARY_IGNORED,     /* for tools that show something; no effect */
    VOCABULARY_UNSUPPORTED, /* of a vocabulary, but we do not know what it means */
    /* of no vocabulary; its name says that it checks or assumes something */
    VOCABULARY_SUSPECT,
};

/* Of a function without a body; NONE for all others. */
enum vocabulary_role vocabulary_role(LLVMValueRef function);
/* The type in a function's name: "uint" for __VERIFIER_nondet_uint and nondet_uint, "" if there is
 * none. */
const char *vocabulary_type(const char *name);
/* Is a function called whose call is the error, or may be? */
bool vocabulary_can_fail(LLVMModuleRef module, const struct program *p);
/* Prepares a module that was just linked: decides whether a label is the error, marks it, and tells
 * system/companion.h what compiled runs need. */
void vocabulary_prepare(LLVMModuleRef module, const struct program *p);

#endif
