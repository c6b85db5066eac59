/* Instructions of x86 in inline assembly, as far as the table in x86_text.c knows them: what
 * kernels and libraries write for atomic counters, flags in bit sets, locks, exchanges and byte
 * orders. Example:
 *
 *     asm volatile("lock; decl %0; sete %1" : "+m"(v->counter), "=qm"(c) : : "memory");
 *
 * becomes load, subtraction, store, and c = (result == 0). Threads are not supported, so `lock`
 * means nothing. test/oracle/assembly runs the same pieces on the processor and compares.
 *
 * Limits: no registers by name, no jumps, no addresses in the text, no code in other sections than
 * that of lock prefixes. */
#include "frontend/driver/x86.h"

#include <assert.h>

#include "frontend/driver/ir.h"

/* ---- execution ---- */

static LLVMTypeRef bits(struct x86_machine *m, uint32_t width) {
    return LLVMIntTypeInContext(m->a->context, width);
}

static LLVMValueRef number(struct x86_machine *m, uint32_t width, uint64_t n) {
    return LLVMConstInt(bits(m, width), n, false);
}

/* The whole operand as a number. */
static LLVMValueRef whole(struct x86_machine *m, struct assembly_operand *o) {
    struct assembly *a = m->a;
    LLVMValueRef v = o->value;
    if (o->indirect) {
        v = LLVMBuildLoad2(a->builder, o->type, o->pointer, "");
        LLVMSetAlignment(v, 1);
        LLVMSetVolatile(v, m->reads_device);
    } else if (!v) {
        v = o->value = assembly_arbitrary(a, o->type);
    }
    bool pointer = LLVMGetTypeKind(o->type) == LLVMPointerTypeKind;
    return pointer ? LLVMBuildPtrToInt(a->builder, v, bits(m, x86_type_width(a, o->type)), "") : v;
}

static LLVMValueRef read_operand(struct x86_machine *m, struct assembly_operand *o, uint32_t width) {
    LLVMValueRef v = whole(m, o);
    return x86_type_width(m->a, o->type) > width ? LLVMBuildTrunc(m->a->builder, v, bits(m, width), "") : v;
}

static LLVMValueRef read_place(struct x86_machine *m, const struct x86_place *p, uint32_t width) {
    if (p->operand == X86_CONSTANT) return number(m, width, p->number);
    return read_operand(m, x86_operand_of(m->a, p->operand), width);
}

/* A part of a register: 32 bits clear what is above them, fewer leave it. */
static LLVMValueRef in_register(struct x86_machine *m, struct assembly_operand *o, uint32_t width,
                                LLVMValueRef v) {
    LLVMBuilderRef b = m->a->builder;
    uint32_t own = x86_type_width(m->a, o->type);
    if (own == width) return v;
    v = LLVMBuildZExt(b, v, bits(m, own), "");
    if (width >= 32) return v;
    LLVMValueRef mask = number(m, own, ~(((uint64_t)1 << width) - 1));
    return LLVMBuildOr(b, LLVMBuildAnd(b, whole(m, o), mask, ""), v, "");
}

static void write_operand(struct x86_machine *m, struct assembly_operand *o, uint32_t width, LLVMValueRef v) {
    LLVMBuilderRef b = m->a->builder;
    v = in_register(m, o, width, v);
    if (LLVMGetTypeKind(o->type) == LLVMPointerTypeKind) v = LLVMBuildIntToPtr(b, v, o->type, "");
    if (o->indirect) LLVMSetAlignment(LLVMBuildStore(b, v, o->pointer), 1);
    else o->value = v;
}

static void write_place(struct x86_machine *m, const struct x86_place *p, uint32_t width, LLVMValueRef v) {
    write_operand(m, x86_operand_of(m->a, p->operand), width, v);
}

static LLVMValueRef compare(struct x86_machine *m, LLVMIntPredicate p, LLVMValueRef x, LLVMValueRef y) {
    return LLVMBuildICmp(m->a->builder, p, x, y, "");
}

static void set_flags(struct x86_machine *m, uint32_t width, LLVMValueRef result, LLVMValueRef carry) {
    m->zero = compare(m, LLVMIntEQ, result, number(m, width, 0));
    m->sign = compare(m, LLVMIntSLT, result, number(m, width, 0));
    m->carry = carry;
}

static LLVMValueRef flag(struct x86_machine *m, LLVMValueRef *which) {
    if (!*which) *which = assembly_arbitrary(m->a, bits(m, 1));
    return *which;
}

/* Two operands, or one and the constant 1; the carry of inc and dec stays. */
static void arithmetic(struct x86_machine *m, const struct x86_instruction *i) {
    LLVMBuilderRef b = m->a->builder;
    bool by_one = i->what == X86_INC || i->what == X86_DEC;
    LLVMValueRef x = read_place(m, &i->to, i->width);
    LLVMValueRef y = by_one ? number(m, i->width, 1) : read_place(m, &i->from, i->width);
    LLVMValueRef no = number(m, 1, 0), v = NULL, carry = no;
    switch (i->what) {
    case X86_INC:
    case X86_ADD:
    case X86_XADD:
        v = LLVMBuildAdd(b, x, y, "");
        carry = compare(m, LLVMIntULT, v, x);
        break;
    case X86_DEC:
    case X86_SUB:
    case X86_CMP:
        v = LLVMBuildSub(b, x, y, "");
        carry = compare(m, LLVMIntULT, x, y);
        break;
    case X86_AND:
    case X86_TEST: v = LLVMBuildAnd(b, x, y, ""); break;
    case X86_OR: v = LLVMBuildOr(b, x, y, ""); break;
    default: assert(i->what == X86_XOR); v = LLVMBuildXor(b, x, y, "");
    }
    set_flags(m, i->width, v, by_one ? m->carry : carry);
    if (i->what == X86_CMP || i->what == X86_TEST) return;
    if (i->what == X86_XADD) write_place(m, &i->from, i->width, x);
    write_place(m, &i->to, i->width, v);
}

static void single(struct x86_machine *m, const struct x86_instruction *i) {
    LLVMBuilderRef b = m->a->builder;
    LLVMValueRef x = read_place(m, &i->to, i->width), v;
    if (i->what == X86_NEG) {
        v = LLVMBuildNeg(b, x, "");
        set_flags(m, i->width, v, compare(m, LLVMIntNE, x, number(m, i->width, 0)));
    } else if (i->what == X86_NOT) {
        v = LLVMBuildNot(b, x, "");
    } else {
        assert(i->what == X86_BSWAP);
        LLVMTypeRef type = bits(m, i->width);
        LLVMValueRef f =
            LLVMGetIntrinsicDeclaration(m->a->module, LLVMLookupIntrinsicID("llvm.bswap", 10), &type, 1);
        v = LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, &x, 1, "");
    }
    write_place(m, &i->to, i->width, v);
}

/* The number is constant and less than the width, so that no shift is by the width. Their flags are
 * not computed. */
static void shift(struct x86_machine *m, const struct x86_instruction *i) {
    LLVMBuilderRef b = m->a->builder;
    LLVMValueRef x = read_place(m, &i->to, i->width), by = number(m, i->width, i->from.number), v;
    LLVMValueRef rest = number(m, i->width, (i->width - i->from.number) % i->width);
    if (i->what == X86_SHL || i->what == X86_ROL) v = LLVMBuildShl(b, x, by, "");
    else v = i->what == X86_SAR ? LLVMBuildAShr(b, x, by, "") : LLVMBuildLShr(b, x, by, "");
    if (i->what == X86_ROL) v = LLVMBuildOr(b, v, LLVMBuildLShr(b, x, rest, ""), "");
    if (i->what == X86_ROR) v = LLVMBuildOr(b, v, LLVMBuildShl(b, x, rest, ""), "");
    write_place(m, &i->to, i->width, v);
    m->zero = m->sign = m->carry = NULL;
}

/* Device memory is read so: asm volatile("movl %1,%0" : "=r"(v) : "m"(*port)). */
static void move(struct x86_machine *m, const struct x86_instruction *i) {
    m->reads_device = m->a->is_volatile;
    write_place(m, &i->to, i->width, read_place(m, &i->from, i->width));
    m->reads_device = false;
}

static void exchange(struct x86_machine *m, const struct x86_instruction *i) {
    LLVMValueRef x = read_place(m, &i->from, i->width), y = read_place(m, &i->to, i->width);
    write_place(m, &i->to, i->width, x);
    write_place(m, &i->from, i->width, y);
}

/* The processor writes memory in both cases. */
static void compare_exchange(struct x86_machine *m, const struct x86_instruction *i) {
    LLVMBuilderRef b = m->a->builder;
    struct assembly_operand *acc = x86_accumulator(m->a);
    LLVMValueRef old = read_place(m, &i->to, i->width), expected = read_operand(m, acc, i->width);
    LLVMValueRef new = read_place(m, &i->from, i->width), same = compare(m, LLVMIntEQ, old, expected);
    write_place(m, &i->to, i->width, LLVMBuildSelect(b, same, new, old, ""));
    write_operand(m, acc, i->width, LLVMBuildSelect(b, same, expected, old, ""));
    m->zero = same;
    m->sign = m->carry = NULL;
}

/* In memory, a bit's number leads to other words, before and after; which size words have does not
 * matter. */
static LLVMValueRef word_address(struct x86_machine *m, struct assembly_operand *o, LLVMValueRef nr,
                                 uint32_t width) {
    LLVMBuilderRef b = m->a->builder;
    LLVMTypeRef word = bits(m, x86_type_width(m->a, o->type)), wide = bits(m, 64);
    uint32_t shift_by = 0;
    while ((1u << shift_by) < x86_type_width(m->a, o->type)) shift_by++;
    LLVMValueRef index = width < 64 ? LLVMBuildSExt(b, nr, wide, "") : nr;
    index = LLVMBuildAShr(b, index, number(m, 64, shift_by), "");
    return LLVMBuildGEP2(b, word, o->pointer, &index, 1, "");
}

static void bit_operation(struct x86_machine *m, const struct x86_instruction *i) {
    LLVMBuilderRef b = m->a->builder;
    struct assembly_operand *o = x86_operand_of(m->a, i->to.operand), cell = *o;
    uint32_t own = x86_type_width(m->a, o->type);
    LLVMValueRef nr = read_place(m, &i->from, i->width);
    if (o->indirect) {
        cell.pointer = word_address(m, o, nr, i->width);
        cell.type = bits(m, own);
        o = &cell;
    }
    LLVMValueRef at = LLVMBuildAnd(b, nr, number(m, i->width, own - 1), "");
    at = LLVMBuildIntCast2(b, at, bits(m, own), false, "");
    LLVMValueRef old = read_operand(m, o, own), mask = LLVMBuildShl(b, number(m, own, 1), at, "");
    m->carry = compare(m, LLVMIntNE, LLVMBuildAnd(b, old, mask, ""), number(m, own, 0));
    m->zero = m->sign = NULL;
    if (i->what == X86_BTS) write_operand(m, o, own, LLVMBuildOr(b, old, mask, ""));
    else if (i->what == X86_BTC) write_operand(m, o, own, LLVMBuildXor(b, old, mask, ""));
    else if (i->what == X86_BTR)
        write_operand(m, o, own, LLVMBuildAnd(b, old, LLVMBuildNot(b, mask, ""), ""));
}

static void set_by_flag(struct x86_machine *m, const struct x86_instruction *i) {
    LLVMBuilderRef b = m->a->builder;
    bool negated = i->what == X86_SETNE || i->what == X86_SETNS || i->what == X86_SETNC;
    LLVMValueRef f = flag(m, i->what == X86_SETE || i->what == X86_SETNE   ? &m->zero
                             : i->what == X86_SETS || i->what == X86_SETNS ? &m->sign
                                                                           : &m->carry);
    if (negated) f = LLVMBuildNot(b, f, "");
    write_place(m, &i->to, 8, LLVMBuildZExt(b, f, bits(m, 8), ""));
}

static void execute(struct x86_machine *m, const struct x86_instruction *i) {
    if (x86_is_set(i->what)) set_by_flag(m, i);
    else if (x86_is_bit_operation(i->what)) bit_operation(m, i);
    else if (x86_is_shift(i->what)) shift(m, i);
    else if (i->what == X86_MOV) move(m, i);
    else if (i->what == X86_XCHG) exchange(m, i);
    else if (i->what == X86_CMPXCHG) compare_exchange(m, i);
    else if (i->what == X86_SBB)
        write_place(m, &i->to, i->width,
                    LLVMBuildSExt(m->a->builder, flag(m, &m->carry), bits(m, i->width), ""));
    else if (i->what == X86_NEG || i->what == X86_NOT || i->what == X86_BSWAP) single(m, i);
    else arithmetic(m, i);
}

bool x86_execute(struct assembly *a) {
    struct x86_machine m = {.a = a};
    if (!x86_understand(&m)) return false;
    for (uint32_t i = 0; i < m.n; i++) execute(&m, &m.code[i]);
    return true;
}
