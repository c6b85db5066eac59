/* Variable arguments become memory. clang has turned va_arg into loads, by the rules of the
 * machine's calling convention: on x86-64 from the registers that were saved or, when those are
 * used up, from the area where the caller laid the rest; on x86 always from that area. So a call
 * lays all its variable arguments into an area of its own and passes its address, and va_start says
 * that the registers are used up. The function gets a new type for that, hence is a new one.
 *
 * Limits: a function that also takes addresses of labels stays as it is, and its va_start is
 * cut. */
#include "frontend/driver/varargs.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "frontend/driver/ir.h"
#include "util/vec.h"

enum { GENERAL_USED_UP = 48, FLOATING_USED_UP = 176, OVERFLOW_AREA = 8 }; /* of x86-64's va_list */

typedef VEC(LLVMValueRef) value_vec;

struct lowering {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
    bool m32;
};

static bool is_va_start(LLVMValueRef i) {
    LLVMValueRef f = LLVMIsACallInst(i) ? ir_callee(i) : NULL;
    return f && ir_starts_with(f, "llvm.va_start");
}

static bool is_va_copy(LLVMValueRef i) {
    LLVMValueRef f = LLVMIsACallInst(i) ? ir_callee(i) : NULL;
    return f && ir_starts_with(f, "llvm.va_copy");
}

static bool can_be_lowered(LLVMValueRef f) {
    bool starts = false;
    if (!ir_has_body(f) || !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f))) return false;
    FOR_BLOCKS (b, f) {
        if (LLVMGetInstructionOpcode(LLVMGetBasicBlockTerminator(b)) == LLVMIndirectBr) return false;
        FOR_INSTRUCTIONS (i, b) starts |= is_va_start(i);
    }
    return starts;
}

/* ---- the function ---- */

static LLVMValueRef with_area(struct lowering *l, LLVMValueRef f) {
    VEC(LLVMTypeRef) params = {0};
    char name[256];
    LLVMTypeRef old = LLVMGlobalGetValueType(f);
    uint32_t n = LLVMCountParamTypes(old);
    VEC_RESIZE(&params, n + 1);
    LLVMGetParamTypes(old, params.at);
    params.at[n] = LLVMPointerTypeInContext(l->context, 0);
    snprintf(name, sizeof name, "%.200s.va", ir_name(f));
    LLVMValueRef new =
        LLVMAddFunction(l->module, name, LLVMFunctionType(LLVMGetReturnType(old), params.at, n + 1, false));
    VEC_RELEASE(&params);
    LLVMSetLinkage(new, LLVMInternalLinkage);
    return new;
}

static void move_body(LLVMValueRef from, LLVMValueRef to) {
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(to));
    LLVMBasicBlockRef first = LLVMAppendBasicBlockInContext(context, to, "begin"), last = first, next;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(from); b; b = next) {
        next = LLVMGetNextBasicBlock(b);
        LLVMMoveBasicBlockAfter(b, last); /* moving before a block only works inside a function */
        last = b;
    }
    LLVMDeleteBasicBlock(first);
    for (uint32_t i = 0; i < LLVMCountParams(from); i++) {
        LLVMValueRef old = LLVMGetParam(from, i), new = LLVMGetParam(to, i);
        LLVMSetValueName2(new, ir_name(old), strlen(ir_name(old)));
        LLVMReplaceAllUsesWith(old, new);
    }
    LLVMMetadataRef program = LLVMGetSubprogram(from);
    LLVMSetSubprogram(from, NULL);
    if (program) LLVMSetSubprogram(to, program);
    /* a declaration now, whose address may still be taken */
    LLVMSetLinkage(from, LLVMExternalLinkage);
}

static void store_at(struct lowering *l, LLVMValueRef list, uint64_t offset, LLVMValueRef v) {
    LLVMValueRef at = LLVMConstInt(LLVMInt64TypeInContext(l->context), offset, false);
    LLVMValueRef pointer = LLVMBuildGEP2(l->builder, LLVMInt8TypeInContext(l->context), list, &at, 1, "");
    LLVMBuildStore(l->builder, v, pointer);
}

static void lower_start(struct lowering *l, LLVMValueRef call, LLVMValueRef area) {
    LLVMValueRef list = LLVMGetOperand(call, 0);
    LLVMTypeRef word = LLVMInt32TypeInContext(l->context);
    LLVMPositionBuilderBefore(l->builder, call);
    LLVMSetCurrentDebugLocation2(l->builder, LLVMInstructionGetDebugLoc(call));
    if (l->m32) {
        LLVMBuildStore(l->builder, area, list);
    } else {
        store_at(l, list, 0, LLVMConstInt(word, GENERAL_USED_UP, false));
        store_at(l, list, 4, LLVMConstInt(word, FLOATING_USED_UP, false));
        store_at(l, list, OVERFLOW_AREA, area);
        store_at(l, list, 16, LLVMConstNull(LLVMTypeOf(area)));
    }
    LLVMInstructionEraseFromParent(call);
}

/* ---- calls ---- */

struct slot {
    uint64_t offset, size;
    LLVMTypeRef by_value; /* the argument is a pointer to this, NULL: the argument itself */
};

static struct slot next_slot(struct lowering *l, LLVMValueRef call, uint32_t i, uint64_t *end) {
    uint64_t unit = l->m32 ? 4 : 8;
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, i));
    struct slot s = {0};
    if (ir_has_attribute(call, i + 1, "byval")) {
        LLVMAttributeRef a =
            LLVMGetCallSiteEnumAttribute(call, i + 1, LLVMGetEnumAttributeKindForName("byval", 5));
        s.by_value = type = LLVMGetTypeAttributeValue(a);
    }
    s.size = LLVMABISizeOfType(l->layout, type);
    bool wide = !l->m32 && LLVMABIAlignmentOfType(l->layout, type) >= 16;
    uint64_t align = wide ? 16 : unit;
    s.offset = (*end + align - 1) / align * align;
    *end = s.offset + (s.size + unit - 1) / unit * unit;
    return s;
}

static void lay(struct lowering *l, LLVMValueRef area, LLVMValueRef call, uint32_t i, struct slot s) {
    LLVMValueRef at = LLVMConstInt(LLVMInt64TypeInContext(l->context), s.offset, false),
                 v = LLVMGetOperand(call, i);
    LLVMValueRef to = LLVMBuildGEP2(l->builder, LLVMInt8TypeInContext(l->context), area, &at, 1, "");
    if (s.by_value)
        LLVMBuildMemCpy(l->builder, to, 1, v, 1,
                        LLVMConstInt(LLVMInt64TypeInContext(l->context), s.size, false));
    else LLVMSetAlignment(LLVMBuildStore(l->builder, v, to), 1);
}

#define AREA "edgewise.arguments"

bool varargs_is_area(LLVMValueRef v) { return LLVMIsAAllocaInst(v) && ir_starts_with(v, AREA); }

static LLVMValueRef new_area(struct lowering *l, LLVMValueRef call, uint64_t bytes) {
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMPositionBuilderBefore(l->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    LLVMSetCurrentDebugLocation2(l->builder, NULL);
    LLVMValueRef area = LLVMBuildAlloca(
        l->builder, LLVMArrayType2(LLVMInt8TypeInContext(l->context), bytes ? bytes : 1), AREA);
    LLVMSetAlignment(area, 16);
    LLVMPositionBuilderBefore(l->builder, call);
    LLVMSetCurrentDebugLocation2(l->builder, LLVMInstructionGetDebugLoc(call));
    return area;
}

static void lower_call(struct lowering *l, LLVMValueRef call, LLVMValueRef to) {
    uint32_t fixed = LLVMCountParams(to) - 1;
    VEC(struct slot) slots = {0};
    value_vec args = {0};
    uint64_t bytes = 0;
    for (uint32_t i = fixed; i < ir_arguments(call); i++) VEC_PUSH(&slots, next_slot(l, call, i, &bytes));
    LLVMValueRef area = new_area(l, call, bytes);
    for (uint32_t i = 0; i < slots.n; i++) lay(l, area, call, fixed + i, slots.at[i]);
    for (uint32_t i = 0; i < fixed; i++) VEC_PUSH(&args, LLVMGetOperand(call, i));
    VEC_PUSH(&args, area);
    LLVMValueRef fresh = LLVMBuildCall2(l->builder, LLVMGlobalGetValueType(to), to, args.at, args.n, "");
    LLVMReplaceAllUsesWith(call, fresh);
    LLVMInstructionEraseFromParent(call);
    VEC_RELEASE(&slots);
    VEC_RELEASE(&args);
}

/* Calls by another type than the function's own stay, and are cut. */
static void lower_calls(struct lowering *l, LLVMValueRef f, LLVMValueRef to) {
    value_vec calls = {0};
    FOR_FUNCTIONS (g, l->module)
        FOR_BLOCKS (b, g)
            FOR_INSTRUCTIONS (i, b) {
                bool fits = LLVMIsACallInst(i) && LLVMGetCalledValue(i) == f &&
                            LLVMGetCalledFunctionType(i) == LLVMGlobalGetValueType(f);
                if (fits && ir_arguments(i) >= LLVMCountParams(f)) VEC_PUSH(&calls, i);
            }
    for (uint32_t i = 0; i < calls.n; i++) lower_call(l, calls.at[i], to);
    VEC_RELEASE(&calls);
}

static void lower_function(struct lowering *l, LLVMValueRef f) {
    value_vec starts = {0};
    LLVMValueRef new = with_area(l, f);
    move_body(f, new);
    FOR_BLOCKS (b, new)
        FOR_INSTRUCTIONS (i, b)
            if (is_va_start(i)) VEC_PUSH(&starts, i);
    for (uint32_t i = 0; i < starts.n; i++)
        lower_start(l, starts.at[i], LLVMGetParam(new, LLVMCountParams(new) - 1));
    VEC_RELEASE(&starts);
    lower_calls(l, f, new);
}

static void lower_copies(struct lowering *l) {
    value_vec copies = {0};
    LLVMValueRef size = LLVMConstInt(LLVMInt64TypeInContext(l->context), l->m32 ? 4 : 24, false);
    FOR_FUNCTIONS (f, l->module)
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b)
                if (is_va_copy(i)) VEC_PUSH(&copies, i);
    for (uint32_t i = 0; i < copies.n; i++) {
        LLVMPositionBuilderBefore(l->builder, copies.at[i]);
        LLVMSetCurrentDebugLocation2(l->builder, LLVMInstructionGetDebugLoc(copies.at[i]));
        LLVMBuildMemCpy(l->builder, LLVMGetOperand(copies.at[i], 0), 1, LLVMGetOperand(copies.at[i], 1), 1,
                        size);
        LLVMInstructionEraseFromParent(copies.at[i]);
    }
    VEC_RELEASE(&copies);
}

void varargs_lower(LLVMModuleRef module) {
    struct lowering l = {
        .module = module, .context = LLVMGetModuleContext(module), .layout = LLVMGetModuleDataLayout(module)};
    value_vec functions = {0};
    l.builder = LLVMCreateBuilderInContext(l.context);
    l.m32 = LLVMPointerSize(l.layout) == 4;
    FOR_FUNCTIONS (f, module)
        if (can_be_lowered(f)) VEC_PUSH(&functions, f);
    for (uint32_t i = 0; i < functions.n; i++) lower_function(&l, functions.at[i]);
    lower_copies(&l);
    VEC_RELEASE(&functions);
    LLVMDisposeBuilder(l.builder);
}
