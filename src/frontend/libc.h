/* What functions of the C library that have no model in C do to the program's memory. */
#ifndef FRONTEND_LIBC_H
#define FRONTEND_LIBC_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

enum libc_effect {
    LIBC_NOT,    /* none of ours: a function that nobody knows */
    LIBC_NONE,   /* its result is arbitrary, the program's memory stays */
    LIBC_PRINTS, /* the same, unless its format says %n */
    LIBC_WRITES, /* may write anything into the objects that some of its arguments point into */
    LIBC_ENDS,   /* does not return */
    LIBC_CUT,    /* beyond us: calls back, jumps, starts threads, stores pointers */
};

/* By name, for a function without a body. */
enum libc_effect libc_effect(LLVMValueRef function);
/* Does a call of a function that LIBC_WRITES write where argument i points? */
bool libc_writes_argument(LLVMValueRef function, uint32_t i);
/* May the result point into what an argument points to? */
bool libc_returns_argument(LLVMValueRef function);

#endif
