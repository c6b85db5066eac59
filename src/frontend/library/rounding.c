/* The rounding mode. Terms round to nearest even, and so does nearly every program. One that calls
 * fesetround gets a variable for the mode (models/rounding.c), and its operations are rewritten:
 *
 *     fesetround(FE_UPWARD);
 *     long n = lrint(2.5);      // by ceil: exact in terms of what terms can say
 *     float f = 0.1;            // the nearest float, or its neighbour
 *     double d = x / 3;         // cut, unless the mode is to nearest by now
 *
 * Operations that are exact in every mode (comparison, floor, widening, small integers as floats)
 * stay. C leaves it undefined to compute in another mode without `#pragma STDC FENV_ACCESS ON`,
 * because compilers fold constants; that they do not is on the ledger. */
#include "frontend/library/rounding.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "frontend/driver/ir.h"
#include "frontend/library/libc.h"
#include "util/vec.h"

enum dependence { EXACT, TO_INTEGER, NARROWS, ROUNDS };

static bool is_real(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMHalfTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind: return true;
    case LLVMVectorTypeKind:
    case LLVMArrayTypeKind: return is_real(LLVMGetElementType(type));
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            if (is_real(LLVMStructGetTypeAtIndex(type, i))) return true;
        return false;
    default: return false;
    }
}

/* Is it the function, for one of the three types, or the intrinsic? */
static bool is_one_of(const char *name, const char *const *bases) {
    for (; *bases; bases++) {
        size_t n = strlen(*bases);
        const char *plain = !strncmp(name, "llvm.", 5) ? name + 5 : name;
        if (strncmp(plain, *bases, n)) continue;
        const char *rest = plain + n;
        if (plain != name ? *rest == '.' : !*rest || ((*rest == 'f' || *rest == 'l') && !rest[1]))
            return true;
    }
    return false;
}

static enum dependence call_depends(LLVMValueRef call) {
    static const char *const to_integer[] = {"rint", "nearbyint", "lrint", "llrint", NULL};
    static const char *const exact[] = {
        "floor",        "ceil",      "trunc",      "round",     "roundeven", "lround",  "llround",
        "fabs",         "copysign",  "fmin",       "fmax",      "minnum",    "maxnum",  "fmod",
        "remainder",    "isnan",     "isinf",      "finite",    "__isnan",   "__isinf", "__finite",
        "__fpclassify", "__signbit", "is.fpclass", "dbg.value", "nan",       NULL};
    LLVMValueRef f = ir_callee(call);
    if (!f || ir_has_body(f) || ir_is_debug(call)) return EXACT;
    const char *name = ir_name(f);
    bool known = ir_starts_with(f, "llvm.") || libc_effect(f) != LIBC_NOT, real = is_real(LLVMTypeOf(call));
    for (uint32_t i = 0; i < ir_arguments(call) && !real; i++)
        real = is_real(LLVMTypeOf(LLVMGetOperand(call, i)));
    if (!known || !real || is_one_of(name, exact)) return EXACT;
    return is_one_of(name, to_integer) && ir_arguments(call) == 1 ? TO_INTEGER : ROUNDS;
}

/* Integers of that many bits are exact as floats. */
static uint32_t digits(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMFloatTypeKind      ? 24
           : kind == LLVMDoubleTypeKind   ? 53
           : kind == LLVMX86_FP80TypeKind ? 64
                                          : 0;
}

static enum dependence depends(LLVMValueRef i) {
    LLVMTypeRef type = LLVMTypeOf(i);
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv: return ROUNDS;
    case LLVMFPTrunc:
        return LLVMGetTypeKind(type) == LLVMFloatTypeKind &&
                       LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0))) == LLVMDoubleTypeKind
                   ? NARROWS
                   : ROUNDS;
    case LLVMSIToFP:
    case LLVMUIToFP: {
        LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(i, 0));
        uint32_t width =
            LLVMGetTypeKind(from) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(from) : UINT32_MAX;
        bool by_double = digits(type) == 24 && width <= 53;
        return width <= digits(type) ? EXACT : by_double ? NARROWS : ROUNDS;
    }
    case LLVMCall: return call_depends(i);
    default: return EXACT;
    }
}

/* ---- rewriting ---- */

static LLVMValueRef call_model(LLVMBuilderRef b, LLVMModuleRef module, const char *name,
                               LLVMValueRef argument) {
    LLVMValueRef f = LLVMGetNamedFunction(module, name);
    assert(f && ir_has_body(f));
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, &argument, argument ? 1 : 0, "");
}

static void replace(LLVMValueRef old, LLVMValueRef new) {
    LLVMReplaceAllUsesWith(old, new);
    LLVMInstructionEraseFromParent(old);
}

/* From a double, or from an integer that is exact as one. */
static void narrow(LLVMBuilderRef b, LLVMModuleRef module, LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    LLVMTypeRef wide = LLVMDoubleTypeInContext(LLVMGetModuleContext(module));
    LLVMValueRef from = LLVMGetOperand(i, 0);
    if (op == LLVMSIToFP) from = LLVMBuildSIToFP(b, from, wide, "");
    if (op == LLVMUIToFP) from = LLVMBuildUIToFP(b, from, wide, "");
    replace(i, call_model(b, module, "edgewise_rounding_narrow", from));
}

static void rewrite(LLVMBuilderRef b, LLVMModuleRef module, LLVMValueRef i, enum dependence how) {
    LLVMPositionBuilderBefore(b, i);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
    LLVMValueRef first = LLVMGetOperand(i, 0);
    if (how == NARROWS) {
        narrow(b, module, i);
        return;
    }
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(first));
    const char *rint = kind == LLVMFloatTypeKind      ? "edgewise_rounding_rintf"
                       : kind == LLVMDoubleTypeKind   ? "edgewise_rounding_rint"
                       : kind == LLVMX86_FP80TypeKind ? "edgewise_rounding_rintl"
                                                      : NULL;
    if (how == TO_INTEGER && rint) {
        LLVMValueRef whole = call_model(b, module, rint, first);
        bool number = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind;
        replace(i, number ? LLVMBuildFPToSI(b, whole, LLVMTypeOf(i), "") : whole);
    } else {
        call_model(b, module, "edgewise_rounding_nearest", NULL);
    }
}

void rounding_apply(LLVMModuleRef module) {
    VEC(LLVMValueRef) found = {0};
    FOR_FUNCTIONS (f, module) {
        if (ir_starts_with(f, "edgewise_rounding_")) continue;
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b)
                if (depends(i) != EXACT) VEC_PUSH(&found, i);
    }
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (uint32_t k = 0; k < found.n; k++) rewrite(b, module, found.at[k], depends(found.at[k]));
    LLVMDisposeBuilder(b);
    VEC_RELEASE(&found);
}
