/* Constants of LLVM as terms. What LLVM left undefined is an arbitrary value, each time anew. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/driver/ir.h"
#include "frontend/translate/lifetime.h"
#include "frontend/translate/translate.h"
#include "frontend/translate/wide.h"

static term pointer_term(struct run *r, uint64_t address) { return term_bv(r->t->pointer_width, address); }

term constant_address(struct run *r, LLVMValueRef global) {
    uint32_t object = objects_of_site(&r->t->pt.objects, global);
    assert(object); /* the analysis saw every constant that the program uses */
    if (LLVMGetLinkage(global) == LLVMExternalWeakLinkage)
        run_cut(r, "the weak symbol %s, which may be undefined,", ir_name(global));
    return lifetime_address(r, object, 0);
}

/* Decimal text, as LLVM prints integers of more than 64 bits: "i128 -12". */
static term wide_integer(LLVMValueRef c, uint32_t width) {
    char *text = LLVMPrintValueToString(c), *digits = strchr(text, ' ') + 1;
    bool minus = *digits == '-';
    term n = term_bv(width, 0), ten = term_bv(width, 10);
    for (digits += minus; *digits >= '0' && *digits <= '9'; digits++)
        n = term_bv_add(term_bv_mul(n, ten), term_bv(width, (uint64_t)(*digits - '0')));
    LLVMDisposeMessage(text);
    return minus ? term_bv_neg(n) : n;
}

static term integer(LLVMValueRef c) {
    uint32_t width = LLVMGetIntTypeWidth(LLVMTypeOf(c));
    if (width == 1) return term_bool(LLVMConstIntGetZExtValue(c) != 0);
    return width <= 64 ? term_bv(width, LLVMConstIntGetZExtValue(c)) : wide_integer(c, width);
}

static term resized(term t, uint32_t width, bool is_signed) {
    uint32_t have = term_width(t);
    if (width < have) return term_extract(t, width - 1, 0);
    return is_signed ? term_sext(t, width) : term_zext(t, width);
}

static term address_computation(struct run *r, LLVMValueRef c) {
    struct gep g;
    if (!gep_parse(r->t->data, c, &g)) return TERM_NONE;
    term sum = run_bits(r, g.base);
    for (uint32_t i = 0; i < g.n; i++)
        sum = term_bv_add(sum, term_bv_mul(pointer_term(r, g.part[i].scale),
                                           resized(run_bits(r, g.part[i].index), r->t->pointer_width, true)));
    return term_bv_add(sum, pointer_term(r, (uint64_t)g.constant));
}

/* TERM_NONE for what is left to the caller. */
static term expression(struct run *r, LLVMValueRef c) {
    sort s = run_sort(r, LLVMTypeOf(c));
    term a = LLVMGetNumOperands(c) > 0 && LLVMGetConstOpcode(c) != LLVMGetElementPtr
                 ? run_bits(r, LLVMGetOperand(c, 0))
                 : TERM_NONE;
    switch (LLVMGetConstOpcode(c)) {
    case LLVMGetElementPtr: return address_computation(r, c);
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMTrunc:
    case LLVMAddrSpaceCast: return resized(a, sort_width(s), false);
    case LLVMBitCast: return term_sort(a) == s ? a : TERM_NONE;
    case LLVMAdd: return term_bv_add(a, run_bits(r, LLVMGetOperand(c, 1)));
    case LLVMSub: return term_bv_sub(a, run_bits(r, LLVMGetOperand(c, 1)));
    case LLVMMul: return term_bv_mul(a, run_bits(r, LLVMGetOperand(c, 1)));
    case LLVMXor: return term_bv_xor(a, run_bits(r, LLVMGetOperand(c, 1)));
    default: return TERM_NONE;
    }
}

static term block_address(struct run *r, LLVMValueRef c) {
    bool added;
    uint64_t *n = int_map_put(&r->t->blocks, (uintptr_t)LLVMGetBlockAddressBasicBlock(c), &added);
    if (added) *n = r->t->blocks.n;
    return pointer_term(r, 0x1000 + *n);
}

/* Poison is what the compiler made of an operation that has no meaning, such as 1 << 32: no value
 * is right. Otherwise somebody did not set a variable. */
static term undefined(struct run *r, LLVMValueRef c, sort s) {
    return run_input(r, LLVMIsPoison(c) ? SITE_INTERNAL : SITE_UNINIT, "undefined", s, false);
}

static term scalar(struct run *r, LLVMValueRef c) {
    sort s = run_sort(r, LLVMTypeOf(c));
    if (LLVMIsAGlobalAlias(c)) c = LLVMAliasGetAliasee(c);
    if (LLVMIsUndef(c)) return undefined(r, c, s);
    if (LLVMIsAConstantInt(c)) return integer(c);
    if (LLVMIsAConstantPointerNull(c)) return pointer_term(r, 0);
    if (LLVMIsAConstantFP(c)) return float_constant(r, c);
    if (LLVMIsAFunction(c) || LLVMIsAGlobalVariable(c)) return constant_address(r, c);
    if (LLVMIsABlockAddress(c)) return block_address(r, c);
    term t = LLVMIsAConstantExpr(c) ? expression(r, c) : TERM_NONE;
    if (t) return t;
    run_cut(r, "a constant of a form that is not supported");
    return term_const(s, value_of(0));
}

/* Finds the leaf inside a constant struct, array or vector. */
term constant_term(struct run *r, LLVMValueRef c, uint32_t leaf) {
    LLVMTypeRef type = LLVMTypeOf(c);
    if (wide_is(type) && LLVMIsAConstantInt(c)) return wide_constant(c, leaf);
    if (wide_is(type)) return undefined(r, c, run_sort(r, run_leaf_type(type, leaf)));
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind && !ir_is_sequence(type)) return scalar(r, c);
    if (LLVMIsUndef(c)) return undefined(r, c, run_sort(r, run_leaf_type(type, leaf)));
    for (unsigned i = 0;; i++) {
        LLVMValueRef part = LLVMGetAggregateElement(c, i);
        assert(part);
        uint32_t n = run_leaves(r, LLVMTypeOf(part));
        if (leaf < n) return constant_term(r, part, leaf);
        leaf -= n;
    }
}
