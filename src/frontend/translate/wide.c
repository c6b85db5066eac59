/* Integers of more than 128 bits. clang makes them for long runs of packed bit-fields: it loads the
 * whole run, shifts by a constant, masks, and stores it back. Such a value is a list of limbs, 64
 * bits each, the last one shorter; everything else treats it like a struct of those. Arithmetic
 * proper is not supported. */
#include "frontend/translate/wide.h"

#include <assert.h>
#include <string.h>

#include "frontend/driver/ir.h"
#include "frontend/translate/translate.h"

enum { LIMB = 64, MAX_LIMBS = 64 };

bool wide_is(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > BV_MAX_WIDTH &&
           LLVMGetIntTypeWidth(type) <= MAX_LIMBS * LIMB;
}

uint32_t wide_limbs(LLVMTypeRef type) { return (LLVMGetIntTypeWidth(type) + LIMB - 1) / LIMB; }

static uint32_t limb_width(uint32_t width, uint32_t limb) {
    return width - limb * LIMB < LIMB ? width - limb * LIMB : LIMB;
}

LLVMTypeRef wide_limb_type(LLVMTypeRef type, uint32_t limb) {
    return LLVMIntTypeInContext(LLVMGetTypeContext(type), limb_width(LLVMGetIntTypeWidth(type), limb));
}

/* Decimal text to limbs, by repeated multiplication with ten. */
term wide_constant(LLVMValueRef c, uint32_t limb) {
    uint32_t width = LLVMGetIntTypeWidth(LLVMTypeOf(c)), n = wide_limbs(LLVMTypeOf(c));
    uint32_t halves[2 * MAX_LIMBS] = {0};
    char *text = LLVMPrintValueToString(c), *digit = strchr(text, ' ') + 1;
    bool minus = *digit == '-';
    for (digit += minus; *digit >= '0' && *digit <= '9'; digit++) {
        uint64_t carry = (uint64_t)(*digit - '0');
        for (uint32_t i = 0; i < 2 * n; i++) {
            carry += (uint64_t)halves[i] * 10;
            halves[i] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    LLVMDisposeMessage(text);
    uint64_t borrow = 1; /* two's complement: invert and add one */
    for (uint32_t i = 0; minus && i < 2 * n; i++) {
        borrow += (uint32_t)~halves[i];
        halves[i] = (uint32_t)borrow;
        borrow >>= 32;
    }
    uint64_t bits = (uint64_t)halves[2 * limb + 1] << 32 | halves[2 * limb];
    uint32_t w = limb_width(width, limb);
    return term_bv(w, w == 64 ? bits : bits & (((uint64_t)1 << w) - 1));
}

/* Bits from .. from+length-1 of a value, wide or not; outside its width they are zero, or the
 * sign. */
static term slice(struct run *r, LLVMValueRef v, int64_t from, uint32_t length, bool sign) {
    LLVMTypeRef type = LLVMTypeOf(v);
    int64_t width = LLVMGetIntTypeWidth(type);
    term result = TERM_NONE;
    while (length > 0) {
        uint32_t n = length;
        term part;
        if (from < 0) {
            if ((int64_t)n > -from) n = (uint32_t)-from;
            part = term_bv(n, 0);
        } else if (from >= width) {
            term top = sign ? slice(r, v, width - 1, 1, false) : term_bv(1, 0);
            part = term_sext(top, n);
        } else {
            uint32_t limb = wide_is(type) ? (uint32_t)from / LIMB : 0, at = (uint32_t)from - limb * LIMB;
            term bits = wide_is(type) ? run_leaf(r, v, limb) : run_bits(r, v);
            if (n > term_width(bits) - at) n = term_width(bits) - at;
            part = term_extract(bits, at + n - 1, at);
        }
        result = result ? term_concat(part, result) : part;
        from += n;
        length -= n;
    }
    return result;
}

/* The result is the operand's bits from `from` on. */
static void define_slices(struct run *r, LLVMValueRef i, LLVMValueRef operand, int64_t from, bool sign) {
    LLVMTypeRef type = LLVMTypeOf(i);
    if (!wide_is(type)) {
        run_define(r, i, slice(r, operand, from, LLVMGetIntTypeWidth(type), sign));
        return;
    }
    for (uint32_t limb = 0; limb < wide_limbs(type); limb++)
        run_define_leaf(
            r, i, limb,
            slice(r, operand, from + limb * LIMB, limb_width(LLVMGetIntTypeWidth(type), limb), sign));
}

static void limb_by_limb(struct run *r, LLVMValueRef i, term (*op)(term, term)) {
    for (uint32_t limb = 0; limb < wide_limbs(LLVMTypeOf(i)); limb++)
        run_define_leaf(r, i, limb,
                        op(run_leaf(r, LLVMGetOperand(i, 0), limb), run_leaf(r, LLVMGetOperand(i, 1), limb)));
}

static bool do_equality(struct run *r, LLVMValueRef i) {
    LLVMIntPredicate how = LLVMGetICmpPredicate(i);
    if (how != LLVMIntEQ && how != LLVMIntNE) return false;
    term same = term_true();
    for (uint32_t limb = 0; limb < wide_limbs(LLVMTypeOf(LLVMGetOperand(i, 0))); limb++)
        same = term_and(
            same, term_eq(run_leaf(r, LLVMGetOperand(i, 0), limb), run_leaf(r, LLVMGetOperand(i, 1), limb)));
    run_define(r, i, how == LLVMIntEQ ? same : term_not(same));
    return true;
}

static bool do_shift(struct run *r, LLVMValueRef i, LLVMOpcode op) {
    LLVMValueRef by = LLVMGetOperand(i, 1);
    if (!LLVMIsAConstantInt(by)) return false;
    int64_t n = LLVMConstIntGetSExtValue(by); /* the low limb; larger shifts are undefined */
    if (n < 0 || n >= (int64_t)LLVMGetIntTypeWidth(LLVMTypeOf(i))) return false;
    define_slices(r, i, LLVMGetOperand(i, 0), op == LLVMShl ? -n : n, op == LLVMAShr);
    return true;
}

static bool supported(struct run *r, LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    switch (op) {
    case LLVMAnd: limb_by_limb(r, i, term_bv_and); return true;
    case LLVMOr: limb_by_limb(r, i, term_bv_or); return true;
    case LLVMXor: limb_by_limb(r, i, term_bv_xor); return true;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr: return do_shift(r, i, op);
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt: define_slices(r, i, LLVMGetOperand(i, 0), 0, op == LLVMSExt); return true;
    case LLVMICmp: return do_equality(r, i);
    default: return false;
    }
}

bool wide_instruction(struct run *r, LLVMValueRef i) {
    bool wide = wide_is(LLVMTypeOf(i));
    for (int o = 0; o < LLVMGetNumOperands(i); o++)
        wide |= wide_is(LLVMTypeOf(LLVMGetOperand(i, (unsigned)o)));
    if (!wide) return false;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
    case LLVMStore:
    case LLVMSelect:
    case LLVMFreeze:
    case LLVMExtractValue:
    case LLVMInsertValue:
    case LLVMCall: return false; /* these go by leaves anyway */
    default: break;
    }
    if (!supported(r, i))
        run_cut(r, "arithmetic on integers of %u bits",
                LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(i, 0))));
    return true;
}
