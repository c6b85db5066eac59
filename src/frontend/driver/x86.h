/* Instructions of x86 in inline assembly: from text to operations (x86_text.c), and from those to
 * LLVM's (x86.c). */
#ifndef FRONTEND_DRIVER_X86_H
#define FRONTEND_DRIVER_X86_H

#include "frontend/driver/assembly.h"

/* A text of more instructions is not understood. Numbers of operands: a constant in the text; no
 * operand. */
enum { X86_MOST = 16, X86_CONSTANT = -1, X86_NO_OPERAND = -2 };

/* clang-format off */
enum x86_operation {
    X86_NOTHING, X86_MOV, X86_ADD, X86_SUB, X86_AND, X86_OR, X86_XOR, X86_INC, X86_DEC, X86_NEG, X86_NOT,
    X86_XCHG, X86_XADD, X86_CMPXCHG, X86_BSWAP, X86_BT, X86_BTS, X86_BTR, X86_BTC, X86_SBB, X86_CMP, X86_TEST,
    X86_SHL, X86_SHR, X86_SAR, X86_ROL, X86_ROR,
    X86_SETE, X86_SETNE, X86_SETS, X86_SETNS, X86_SETC, X86_SETNC,
};
/* clang-format on */

struct x86_place {
    int operand; /* CONSTANT: `number`; NO_OPERAND */
    uint64_t number;
    uint32_t width; /* that a modifier says (%b0), 0: none */
};

struct x86_instruction {
    enum x86_operation what;
    uint32_t width;
    struct x86_place from, to; /* one operand: only `to` */
};

struct x86_machine {
    struct assembly *a;
    struct x86_instruction code[X86_MOST];
    uint32_t n;
    /* Is what is loaded now taken for device memory, which changes by itself? */
    bool reads_device;
    /* Flags as i1; NULL: nobody has set them. */
    LLVMValueRef zero, sign, carry;
};

/* Reads the text into m->code; true if all of it is understood, so that executing it cannot fail.
 * Makes no instruction of LLVM's. */
bool x86_understand(struct x86_machine *m);

bool x86_is_bit_operation(enum x86_operation o);
bool x86_is_set(enum x86_operation o); /* setCC */
bool x86_is_shift(enum x86_operation o);
/* Operand number i, or the output whose register it begins in. */
struct assembly_operand *x86_operand_of(struct assembly *a, int i);
uint32_t x86_type_width(const struct assembly *a, LLVMTypeRef type);
/* The output that cmpxchg compares with; NULL: there is none. */
struct assembly_operand *x86_accumulator(struct assembly *a);

#endif
