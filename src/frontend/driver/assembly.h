/* Inline assembly as instructions of LLVM's. */
#ifndef FRONTEND_DRIVER_ASSEMBLY_H
#define FRONTEND_DRIVER_ASSEMBLY_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/vec.h"

/* One operand, in the order of their numbers in the text: outputs first. */
struct assembly_operand {
    bool output;
    /* In memory, at `pointer`; else in a register. */
    bool indirect;
    /* Is it the register that is called the accumulator (al, ax, eax, rax)? */
    bool accumulator;
    /* An output that is written only when no input is needed any more ("=&r")? */
    bool early;
    /* An input that begins in the register of this output; -1: in its own. */
    int tied;
    /* LLVM's constraint, as far as it fits. */
    char constraint[16];
    LLVMTypeRef type;
    LLVMValueRef pointer;
    /* What it holds, of the type; NULL: what nobody has set. */
    LLVMValueRef value;
    bool written;
};

struct assembly {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
    LLVMValueRef call;
    /* As LLVM has it: $0 is the first operand, $$ a dollar sign. Zero-terminated. */
    char *text;
    /* Is memory clobbered? Is it volatile? */
    bool memory, is_volatile;
    VEC(struct assembly_operand) operands;
};

/* Replaces every piece of inline assembly, so that none is left but asm goto. */
void assembly_lower(LLVMModuleRef module);

/* An arbitrary value of a type. */
LLVMValueRef assembly_arbitrary(struct assembly *a, LLVMTypeRef type);
/* Stores what was written to memory, and makes the outputs in registers the value of the call. */
void assembly_finish(struct assembly *a);

/* ---- x86.c ---- */

/* Computes the outputs exactly, and returns true, if every instruction of the text is known;
 * changes nothing otherwise. */
bool x86_execute(struct assembly *a);

#endif
