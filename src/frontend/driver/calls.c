/* Calls that are not plain. A function pointer can only hold the address of a function whose
 * address is taken somewhere, and calling it by another type than its own is undefined: so the call
 * becomes the call of a dispatcher, one per type, that compares the pointer with every such
 * function. What matches none calls a stranger, which is cut or a function without a body
 * (library.c), so nothing is lost by the choice of candidates. Later, inlining and constant folding
 * leave only the comparisons that matter.
 *
 * A direct call by the wrong type happens with old declarations without a prototype. Arguments that
 * fit in their place and kind are passed on, what is missing or does not fit is arbitrary. */
#include "frontend/driver/calls.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "frontend/driver/ir.h"
#include "util/hash.h"
#include "util/mem.h"
#include "util/vec.h"

typedef VEC(LLVMValueRef) value_vec;
typedef VEC(LLVMTypeRef) type_vec;

/* ---- by-value arguments ---- */

static void copy_argument(LLVMBuilderRef builder, LLVMTargetDataRef layout, LLVMValueRef call, uint32_t i) {
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(call));
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMTypeRef type = LLVMGetTypeAttributeValue(LLVMGetCallSiteEnumAttribute(call, i + 1, kind));
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    LLVMSetCurrentDebugLocation2(builder, NULL);
    LLVMValueRef copy = LLVMBuildAlloca(builder, type, "byval");
    LLVMSetAlignment(copy, 16);
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef size = LLVMConstInt(LLVMInt64TypeInContext(context), LLVMABISizeOfType(layout, type), false);
    LLVMBuildMemCpy(builder, copy, 1, LLVMGetOperand(call, i), 1, size);
    LLVMSetOperand(call, i, copy);
    ir_drop_attribute(call, i + 1, "byval");
}

void calls_copy_by_value(LLVMModuleRef module) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    FOR_FUNCTIONS (f, module) {
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (call, b) {
                if (!ir_is_call(call)) continue;
                /* variable arguments are laid into memory by value (varargs.c) */
                uint32_t n = ir_arguments(call), fixed = LLVMCountParamTypes(LLVMGetCalledFunctionType(call));
                for (uint32_t i = 0; i < n && i < fixed; i++)
                    if (ir_has_attribute(call, i + 1, "byval")) copy_argument(builder, layout, call, i);
            }
        for (uint32_t i = 0; i < LLVMCountParams(f); i++) ir_drop_attribute(f, i + 1, "byval");
    }
    LLVMDisposeBuilder(builder);
}

/* ---- dispatchers ---- */

struct resolver {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    value_vec taken;       /* functions whose address is taken */
    value_vec dispatchers; /* made so far: parameter 0 is the pointer */
    /* dispatchers of fewer candidates, by a hash of dispatcher and candidates */
    struct int_map narrowed;
    uint32_t made;
};

static bool is_passed(LLVMValueRef call, LLVMValueRef f) {
    for (uint32_t i = 0; i < ir_arguments(call); i++)
        if (LLVMGetOperand(call, i) == f) return true;
    return false;
}

bool calls_address_taken(LLVMValueRef f) {
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!ir_is_call(user) || LLVMGetCalledValue(user) != f || is_passed(user, f)) return true;
    }
    return false;
}

static void collect_taken(struct resolver *r) {
    FOR_FUNCTIONS (f, r->module)
        if (!ir_starts_with(f, "llvm.") && !ir_starts_with(f, MARK_PREFIX) && calls_address_taken(f))
            VEC_PUSH(&r->taken, f);
}

static bool is_pointer(LLVMTypeRef t) { return LLVMGetTypeKind(t) == LLVMPointerTypeKind; }
static bool is_void(LLVMTypeRef t) { return LLVMGetTypeKind(t) == LLVMVoidTypeKind; }

static LLVMValueRef arbitrary(struct resolver *r, LLVMTypeRef type) {
    char name[96];
    char *text = LLVMPrintTypeToString(type);
    snprintf(name, sizeof name, MARK_UNINIT "%.60s", text);
    LLVMDisposeMessage(text);
    LLVMValueRef f = ir_declare(r->module, name, type, NULL, 0);
    return LLVMBuildCall2(r->builder, LLVMGlobalGetValueType(f), f, NULL, 0, "arg");
}

/* The value as one of the type, or TERM an arbitrary one where C leaves that undefined. */
static LLVMValueRef converted(struct resolver *r, LLVMValueRef v, LLVMTypeRef type) {
    LLVMTypeRef from = LLVMTypeOf(v);
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(r->module);
    if (from == type) return v;
    bool same_size = LLVMTypeIsSized(from) && LLVMTypeIsSized(type) &&
                     LLVMStoreSizeOfType(layout, from) == LLVMStoreSizeOfType(layout, type);
    if (same_size && is_pointer(from) && LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
        return LLVMBuildPtrToInt(r->builder, v, type, "");
    if (same_size && is_pointer(type) && LLVMGetTypeKind(from) == LLVMIntegerTypeKind)
        return LLVMBuildIntToPtr(r->builder, v, type, "");
    return arbitrary(r, type);
}

/* Calls f with the parameters of the function being built, from the first one given on, and
 * returns. */
static void build_forward(struct resolver *r, LLVMValueRef in, uint32_t first, LLVMValueRef f) {
    LLVMTypeRef type = LLVMGlobalGetValueType(f);
    type_vec params = {0};
    value_vec args = {0};
    uint32_t n = LLVMCountParamTypes(type), given = LLVMCountParams(in) - first;
    VEC_RESIZE(&params, n + 1);
    LLVMGetParamTypes(type, params.at);
    for (uint32_t i = 0; i < n; i++)
        VEC_PUSH(&args, i < given ? converted(r, LLVMGetParam(in, first + i), params.at[i])
                                  : arbitrary(r, params.at[i]));
    for (uint32_t i = n; i < given && LLVMIsFunctionVarArg(type); i++)
        VEC_PUSH(&args, LLVMGetParam(in, first + i));
    LLVMValueRef result = LLVMBuildCall2(r->builder, type, f, args.at, args.n, "");
    LLVMTypeRef wanted = LLVMGetReturnType(LLVMGlobalGetValueType(in));
    if (is_void(wanted)) LLVMBuildRetVoid(r->builder);
    else
        LLVMBuildRet(r->builder,
                     is_void(LLVMTypeOf(result)) ? arbitrary(r, wanted) : converted(r, result, wanted));
    VEC_RELEASE(&params);
    VEC_RELEASE(&args);
}

bool calls_is_candidate(LLVMValueRef dispatcher, LLVMValueRef f) {
    LLVMTypeRef have = LLVMGlobalGetValueType(f), want = LLVMGlobalGetValueType(dispatcher);
    assert(LLVMCountParams(dispatcher) > 0);
    uint32_t n = LLVMCountParamTypes(have), given = LLVMCountParams(dispatcher) - 1;
    if (n > given || (n < given && !LLVMIsFunctionVarArg(have))) return false;
    LLVMTypeRef result = LLVMGetReturnType(want);
    if (!is_void(result) && LLVMGetReturnType(have) != result) return false;
    type_vec params = {0};
    VEC_RESIZE(&params, n + 1);
    LLVMGetParamTypes(have, params.at);
    bool fits = true;
    for (uint32_t i = 0; i < n; i++) fits &= params.at[i] == LLVMTypeOf(LLVMGetParam(dispatcher, i + 1));
    VEC_RELEASE(&params);
    return fits;
}

/* What arrives of a value whose type nobody has declared. */
static LLVMTypeRef promoted(LLVMTypeRef t) {
    LLVMContextRef context = LLVMGetTypeContext(t);
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    if (kind == LLVMFloatTypeKind) return LLVMDoubleTypeInContext(context);
    bool small = kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) < 32;
    return small ? LLVMInt32TypeInContext(context) : t;
}

bool calls_fits_promoted(LLVMValueRef dispatcher, LLVMValueRef f) {
    LLVMTypeRef have = LLVMGlobalGetValueType(f);
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(dispatcher));
    assert(LLVMCountParams(dispatcher) > 0);
    uint32_t n = LLVMCountParams(f), given = LLVMCountParams(dispatcher) - 1;
    if (n > given || (n < given && !LLVMIsFunctionVarArg(have))) return false;
    if (!is_void(result) && promoted(LLVMGetReturnType(have)) != promoted(result)) return false;
    for (uint32_t i = 0; i < n; i++)
        if (promoted(LLVMTypeOf(LLVMGetParam(f, i))) != promoted(LLVMTypeOf(LLVMGetParam(dispatcher, i + 1))))
            return false;
    return true;
}

static void build_cut(LLVMModuleRef module, LLVMBuilderRef builder, const char *reason) {
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
    LLVMValueRef f = ir_declare(module, MARK_CUT, LLVMVoidTypeInContext(context), &pointer, 1);
    LLVMValueRef text = LLVMBuildGlobalStringPtr(builder, reason, MARK_PREFIX "reason");
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(f), f, &text, 1, "");
}

void calls_insert_cut(LLVMModuleRef module, LLVMValueRef before, const char *reason) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    LLVMPositionBuilderBefore(builder, before);
    build_cut(module, builder, reason);
    LLVMDisposeBuilder(builder);
}

/* Where no candidate matches: hands everything on to a function without a body. */
static void build_stranger(struct resolver *r, LLVMValueRef d) {
    type_vec params = {0};
    value_vec args = {0};
    char name[48];
    for (uint32_t i = 0; i < LLVMCountParams(d); i++) {
        VEC_PUSH(&args, LLVMGetParam(d, i));
        VEC_PUSH(&params, LLVMTypeOf(args.at[i]));
    }
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(d));
    snprintf(name, sizeof name, MARK_STRANGER "%u", r->made++);
    LLVMValueRef f = ir_declare(r->module, name, result, params.at, params.n);
    LLVMValueRef v = LLVMBuildCall2(r->builder, LLVMGlobalGetValueType(f), f, args.at, args.n, "");
    if (is_void(result)) LLVMBuildRetVoid(r->builder);
    else LLVMBuildRet(r->builder, v);
    VEC_RELEASE(&params);
    VEC_RELEASE(&args);
}

static void fill_dispatcher(struct resolver *r, LLVMValueRef d) {
    LLVMBasicBlockRef at = LLVMAppendBasicBlockInContext(r->context, d, "entry");
    for (uint32_t i = 0; i < r->taken.n; i++) {
        LLVMValueRef f = r->taken.at[i];
        if (!calls_is_candidate(d, f)) continue;
        LLVMBasicBlockRef hit = LLVMAppendBasicBlockInContext(r->context, d, "hit");
        LLVMBasicBlockRef next = LLVMAppendBasicBlockInContext(r->context, d, "next");
        LLVMPositionBuilderAtEnd(r->builder, at);
        LLVMBuildCondBr(r->builder, LLVMBuildICmp(r->builder, LLVMIntEQ, LLVMGetParam(d, 0), f, ""), hit,
                        next);
        LLVMPositionBuilderAtEnd(r->builder, hit);
        build_forward(r, d, 1, f);
        at = next;
    }
    LLVMPositionBuilderAtEnd(r->builder, at);
    build_stranger(r, d);
}

/* A new function with the result type of the call and its arguments' types after `extra` of its
 * own. */
static LLVMValueRef like_call(struct resolver *r, LLVMValueRef call, bool pointer_first) {
    type_vec params = {0};
    char name[64];
    if (pointer_first) VEC_PUSH(&params, LLVMPointerTypeInContext(r->context, 0));
    for (uint32_t i = 0; i < ir_arguments(call); i++) VEC_PUSH(&params, LLVMTypeOf(LLVMGetOperand(call, i)));
    LLVMTypeRef type = LLVMFunctionType(LLVMTypeOf(call), params.at, params.n, false);
    VEC_RELEASE(&params);
    if (pointer_first)
        for (uint32_t i = 0; i < r->dispatchers.n; i++)
            if (LLVMGlobalGetValueType(r->dispatchers.at[i]) == type) return r->dispatchers.at[i];
    snprintf(name, sizeof name, "edgewise.%s.%u", pointer_first ? "dispatch" : "adapt", r->made++);
    LLVMValueRef f = LLVMAddFunction(r->module, name, type);
    LLVMSetLinkage(f, LLVMInternalLinkage);
    LLVMSetCurrentDebugLocation2(r->builder, NULL);
    if (pointer_first) VEC_PUSH(&r->dispatchers, f);
    return f;
}

static void replace_call(struct resolver *r, LLVMValueRef call, LLVMValueRef by, bool pointer_first) {
    value_vec args = {0};
    if (pointer_first) VEC_PUSH(&args, LLVMGetCalledValue(call));
    for (uint32_t i = 0; i < ir_arguments(call); i++) VEC_PUSH(&args, LLVMGetOperand(call, i));
    LLVMPositionBuilderBefore(r->builder, call);
    LLVMSetCurrentDebugLocation2(r->builder, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef fresh = LLVMBuildCall2(r->builder, LLVMGlobalGetValueType(by), by, args.at, args.n, "");
    LLVMReplaceAllUsesWith(call, fresh);
    LLVMInstructionEraseFromParent(call);
    VEC_RELEASE(&args);
}

static void resolve_call(struct resolver *r, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsACallInst(call) || LLVMIsAInlineAsm(callee)) return;
    LLVMValueRef f = ir_callee(call);
    if (!f) {
        uint32_t before = r->dispatchers.n;
        LLVMValueRef d = like_call(r, call, true);
        if (r->dispatchers.n > before) fill_dispatcher(r, d);
        replace_call(r, call, d, true);
    } else if (ir_has_body(f) &&
               (LLVMGetCalledFunctionType(call) != LLVMGlobalGetValueType(f) || f != callee) &&
               !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f))) {
        LLVMValueRef adapter = like_call(r, call, false);
        LLVMPositionBuilderAtEnd(r->builder, LLVMAppendBasicBlockInContext(r->context, adapter, "entry"));
        build_forward(r, adapter, 0, f);
        replace_call(r, call, adapter, false);
    }
}

void calls_resolve(LLVMModuleRef module) {
    struct resolver r = {.module = module, .context = LLVMGetModuleContext(module)};
    r.builder = LLVMCreateBuilderInContext(r.context);
    value_vec calls = {0};
    collect_taken(&r);
    FOR_FUNCTIONS (f, module) {
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b)
                if (ir_is_call(i)) VEC_PUSH(&calls, i);
    }
    for (uint32_t i = 0; i < calls.n; i++) resolve_call(&r, calls.at[i]);
    VEC_RELEASE(&calls);
    VEC_RELEASE(&r.taken);
    VEC_RELEASE(&r.dispatchers);
    LLVMDisposeBuilder(r.builder);
}

/* ---- fewer candidates ---- */

#define DISPATCHER "edgewise.dispatch."
#define FOREIGN "edgewise-foreign"

/* The dispatcher that a call goes to, NULL if it is another function. */
static LLVMValueRef dispatcher_of(LLVMValueRef i) {
    LLVMValueRef f = ir_is_call(i) ? ir_callee(i) : NULL;
    return f && ir_starts_with(f, DISPATCHER) ? f : NULL;
}

static uint32_t count_candidates(const struct resolver *r, LLVMValueRef d) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->taken.n; i++) n += calls_is_candidate(d, r->taken.at[i]);
    return n;
}

bool calls_have_choice(LLVMModuleRef module, uint32_t many) {
    struct resolver r = {.module = module};
    bool found = false;
    collect_taken(&r);
    FOR_FUNCTIONS (f, module)
        if (ir_starts_with(f, DISPATCHER) && !found) found = count_candidates(&r, f) >= many;
    VEC_RELEASE(&r.taken);
    return found;
}

bool calls_is_foreign(LLVMValueRef stranger) { return ir_has_note(stranger, FOREIGN); }

/* The pointer of such a dispatcher's stranger is no function of the program's. */
static void mark_foreign(LLVMValueRef d) {
    FOR_BLOCKS (b, d)
        FOR_INSTRUCTIONS (i, b) {
            LLVMValueRef f = ir_is_call(i) ? ir_callee(i) : NULL;
            if (f && ir_starts_with(f, MARK_STRANGER)) ir_add_note(f, FOREIGN);
        }
}

/* A dispatcher for some candidates of another one. */
static LLVMValueRef narrowed(struct resolver *r, LLVMValueRef d, const value_vec *some, bool foreign) {
    char name[64];
    uint64_t hash = hash_mix(hash_bytes(some->at, some->n * sizeof *some->at), foreign);
    uint64_t *known = int_map_get(&r->narrowed, hash_mix(hash, (uintptr_t)d));
    if (known) return (LLVMValueRef)(uintptr_t)*known;
    snprintf(name, sizeof name, DISPATCHER "%u", r->made++);
    LLVMValueRef fresh = LLVMAddFunction(r->module, name, LLVMGlobalGetValueType(d));
    LLVMSetLinkage(fresh, LLVMInternalLinkage);
    LLVMSetCurrentDebugLocation2(r->builder, NULL);
    value_vec all = r->taken;
    r->taken = *some;
    fill_dispatcher(r, fresh);
    r->taken = all;
    if (foreign) mark_foreign(fresh);
    *int_map_put(&r->narrowed, hash_mix(hash, (uintptr_t)d), NULL) = (uintptr_t)fresh;
    return fresh;
}

static void narrow_call(struct resolver *r, LLVMValueRef call,
                        bool (*may_be)(void *, LLVMValueRef, LLVMValueRef), void *context) {
    LLVMValueRef d = dispatcher_of(call), pointer = LLVMGetOperand(call, 0);
    value_vec some = {0};
    uint32_t n = 0;
    bool foreign = true;
    for (uint32_t i = 0; i < r->taken.n; i++) {
        LLVMValueRef f = r->taken.at[i];
        bool candidate = calls_is_candidate(d, f), possible = may_be(context, pointer, f);
        n += candidate;
        foreign = foreign && (candidate || !possible);
        if (candidate && possible) VEC_PUSH(&some, f);
    }
    if (some.n < n || foreign)
        LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, narrowed(r, d, &some, foreign));
    VEC_RELEASE(&some);
}

void calls_narrow(LLVMModuleRef module, bool (*may_be)(void *, LLVMValueRef, LLVMValueRef), void *context) {
    struct resolver r = {.module = module, .context = LLVMGetModuleContext(module)};
    value_vec calls = {0};
    r.builder = LLVMCreateBuilderInContext(r.context);
    collect_taken(&r);
    FOR_FUNCTIONS (f, module) {
        r.made++; /* no function has this number yet, or a greater one */
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b)
                if (dispatcher_of(i)) VEC_PUSH(&calls, i);
    }
    for (uint32_t i = 0; i < calls.n; i++) narrow_call(&r, calls.at[i], may_be, context);
    VEC_RELEASE(&calls);
    VEC_RELEASE(&r.taken);
    int_map_release(&r.narrowed);
    LLVMDisposeBuilder(r.builder);
}
