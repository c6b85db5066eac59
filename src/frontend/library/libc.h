/* What functions of the C library that have no model in C do to the program's memory.
 *
 * Two tables: the prototypes of the system's headers (prototypes/prototypes.def, made by
 * tools/make-prototypes), and rows (rows.def) that say less than a prototype does. A function of
 * the first table without a row may do whatever its prototype allows; see libc.c. */
#ifndef FRONTEND_LIBRARY_LIBC_H
#define FRONTEND_LIBRARY_LIBC_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

/* The variable behind errno, in the models. */
#define LIBC_ERRNO "edgewise_errno"

enum libc_effect {
    LIBC_NOT,    /* none of ours: a function that nobody knows */
    LIBC_ANY,    /* no row: what the prototype allows */
    LIBC_NONE,   /* its result is arbitrary, the program's memory stays */
    LIBC_WRITES, /* may write anything where some of its arguments point */
    /* the same; a format that may hold %n lets it write through its variable arguments */
    LIBC_PRINTS,
    LIBC_SCANS,   /* writes through its variable arguments */
    LIBC_NUMBERS, /* like LIBC_NONE if no variable argument is a pointer, cut otherwise */
    LIBC_RAISES,  /* a signal: may end the program */
    LIBC_LOCALE,  /* cut unless the locale stays "C", which the models are written for */
    LIBC_KEEPS,   /* cut unless the pointers that it keeps are null */
    LIBC_ENDS,    /* does not return */
    LIBC_CUT,     /* beyond us: calls back, jumps, starts threads, stores pointers */
};

/* By name, for a function without a body. */
enum libc_effect libc_effect(LLVMValueRef function);
/* May this call of a library function write where argument i points? Then *bytes is an upper bound
 * of how much, 0 if there is none. */
bool libc_writes(LLVMValueRef call, uint32_t i, uint64_t *bytes);
/* May the result point into what an argument points to? */
bool libc_returns_argument(LLVMValueRef function);
/* Is there nothing in a call that bounds how much the function writes (sprintf)? */
bool libc_has_no_limit(LLVMValueRef function);
/* May the program read what it has made itself: put back, written to a file or sent through a pipe?
 * Then what a read yields is not for a compiled run to choose. */
bool libc_feeds_itself(LLVMModuleRef module);
/* May the function change memory of the library that the program may hold pointers to? */
bool libc_writes_static(LLVMValueRef function);
/* Is this a variable of the library (environ, signgam, ...), and may the function set it? */
bool libc_is_variable(LLVMValueRef global);
bool libc_sets_variable(LLVMValueRef function, LLVMValueRef global);
/* Why a call of a library function cannot be translated: text that follows "a call of NAME"; NULL
 * if it can. */
const char *libc_refusal(LLVMValueRef call);
/* Does a call of a function of the first table have the types of its prototype? */
bool libc_fits_prototype(LLVMValueRef call);

#endif
