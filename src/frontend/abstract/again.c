/* When an error is reached, each call of a recursive function is either over, or it is not, and
 * then nothing that its callers would do afterwards matters. So in an abstraction, where a call
 * that is over may have left any values, no recursion is left:
 *
 *     void visit(struct node *n) {           visit(n->next) becomes again(n->next), where
 *         lock();
 *         ...                                again(m) { if (any) { visit(m); nothing follows; }
 *         unlock();                                     locked = any; }
 *         if (n->next) visit(n->next);
 *     }
 *
 * A call after which nothing follows needs no frame of its own: the automaton goes to the beginning
 * of visit(). What such a circle of calls may store is forgotten when it is over, which is all that
 * is lost: an invariant of the whole circle (`locked == 0` above) is not found.
 *
 * Only calls that close a circle of a walk from the entry function are replaced. A circle that
 * stores in a struct or an array stays as it is. */
#include "frontend/abstract/again.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "frontend/driver/ir.h"
#include "util/hash.h"
#include "util/vec.h"

#define AGAIN "edgewise-again"

typedef VEC(LLVMValueRef) value_vec;

bool again_is(LLVMValueRef call) {
    return LLVMGetCallSiteStringAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, AGAIN,
                                          (unsigned)strlen(AGAIN)) != NULL;
}

static void mark_again(LLVMContextRef context, LLVMValueRef call) {
    LLVMAttributeRef mark = LLVMCreateStringAttribute(context, AGAIN, (unsigned)strlen(AGAIN), "", 0);
    LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, mark);
}

static LLVMValueRef called_body(LLVMValueRef i) {
    LLVMValueRef f = ir_is_call(i) ? ir_callee(i) : NULL;
    return f && ir_has_body(f) ? f : NULL;
}

/* ---- circles ---- */

enum { OPEN = 1, DONE = 2 };

struct walk {
    struct int_map state; /* of functions */
    value_vec path;
    VEC(value_vec) left; /* calls that are to be followed, for each function of the path */
    value_vec closing;   /* calls of a function of the path */
};

static void enter(struct walk *w, LLVMValueRef f) {
    value_vec calls = {0};
    *int_map_put(&w->state, (uintptr_t)f, NULL) = OPEN;
    FOR_BLOCKS (b, f)
        FOR_INSTRUCTIONS (i, b)
            if (called_body(i)) VEC_PUSH(&calls, i);
    VEC_PUSH(&w->path, f);
    VEC_PUSH(&w->left, calls);
}

static void find_circles(struct walk *w, LLVMValueRef entry) {
    enter(w, entry);
    while (w->path.n > 0) {
        value_vec *calls = &VEC_LAST(&w->left);
        if (calls->n == 0) {
            VEC_RELEASE(calls);
            *int_map_put(&w->state, (uintptr_t)VEC_LAST(&w->path), NULL) = DONE;
            (void)VEC_POP(&w->path);
            w->left.n--;
            continue;
        }
        LLVMValueRef call = VEC_POP(calls), f = called_body(call);
        uint64_t *state = int_map_get(&w->state, (uintptr_t)f);
        if (!state) enter(w, f);
        else if (*state == OPEN) VEC_PUSH(&w->closing, call);
    }
}

/* ---- what a call may store ---- */

static LLVMValueRef stored_variable(LLVMValueRef i) {
    if (!LLVMIsAStoreInst(i)) return NULL;
    LLVMValueRef to = LLVMGetOperand(i, 1);
    while (LLVMIsAGetElementPtrInst(to) || LLVMIsAConstantExpr(to)) to = LLVMGetOperand(to, 0);
    return LLVMIsAGlobalVariable(to);
}

static bool is_fill(LLVMValueRef i) {
    return ir_is_call(i) && ir_callee(i) && ir_starts_with(ir_callee(i), "llvm.memset.");
}

static void add_once(value_vec *list, LLVMValueRef v) {
    for (uint32_t i = 0; i < list->n; i++)
        if (list->at[i] == v) return;
    VEC_PUSH(list, v);
}

/* The global variables that f and what it calls may store in; false if some are no plain numbers or
 * pointers. */
static bool variables_of(LLVMValueRef f, value_vec *variables) {
    value_vec functions = {0};
    bool plain = true;
    VEC_PUSH(&functions, f);
    for (uint32_t n = 0; n < functions.n; n++)
        FOR_BLOCKS (b, functions.at[n])
            FOR_INSTRUCTIONS (i, b) {
                LLVMValueRef callee = called_body(i), v = stored_variable(i);
                if (callee) add_once(&functions, callee);
                if (v) add_once(variables, v);
                plain = plain && !is_fill(i);
            }
    for (uint32_t i = 0; i < variables->n; i++) {
        LLVMTypeKind kind = LLVMGetTypeKind(LLVMGlobalGetValueType(variables->at[i]));
        plain = plain && (kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind);
    }
    VEC_RELEASE(&functions);
    return plain;
}

/* ---- the function that stands in ---- */

struct maker {
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    struct int_map made; /* callee -> what stands in for it, 0 if nothing does */
    LLVMValueRef (*any)(void *, LLVMTypeRef);
    void *context;
};

static LLVMValueRef build_any(struct maker *m, LLVMTypeRef type) {
    LLVMValueRef f = m->any(m->context, type);
    return LLVMBuildCall2(m->builder, LLVMGlobalGetValueType(f), f, NULL, 0, "");
}

/* The call is not over when the error is reached. */
static void build_again(struct maker *m, LLVMValueRef again, LLVMValueRef f) {
    value_vec args = {0};
    for (uint32_t i = 0; i < LLVMCountParams(again); i++) VEC_PUSH(&args, LLVMGetParam(again, i));
    LLVMValueRef call = LLVMBuildCall2(m->builder, LLVMGlobalGetValueType(f), f, args.at, args.n, "");
    mark_again(LLVMGetModuleContext(m->module), call);
    LLVMBuildUnreachable(m->builder);
    VEC_RELEASE(&args);
}

/* The call is over. */
static void build_over(struct maker *m, LLVMTypeRef result, const value_vec *variables) {
    for (uint32_t i = 0; i < variables->n; i++) {
        LLVMValueRef v = variables->at[i];
        LLVMBuildStore(m->builder, build_any(m, LLVMGlobalGetValueType(v)), v);
    }
    if (LLVMGetTypeKind(result) == LLVMVoidTypeKind) LLVMBuildRetVoid(m->builder);
    else LLVMBuildRet(m->builder, build_any(m, result));
}

static LLVMValueRef make_stand_in(struct maker *m, LLVMValueRef f, const value_vec *variables) {
    LLVMContextRef context = LLVMGetModuleContext(m->module);
    LLVMTypeRef type = LLVMGlobalGetValueType(f), byte = LLVMInt8TypeInContext(context);
    char name[48];
    snprintf(name, sizeof name, "edgewise.again.%u", m->made.n);
    LLVMValueRef again = LLVMAddFunction(m->module, name, type);
    LLVMSetLinkage(again, LLVMInternalLinkage);
    LLVMBasicBlockRef first = LLVMAppendBasicBlockInContext(context, again, "entry"),
                      begin = LLVMAppendBasicBlockInContext(context, again, "again"),
                      over = LLVMAppendBasicBlockInContext(context, again, "over");
    LLVMSetCurrentDebugLocation2(m->builder, NULL);
    LLVMPositionBuilderAtEnd(m->builder, first);
    LLVMValueRef choice = LLVMBuildICmp(m->builder, LLVMIntEQ, build_any(m, byte), LLVMConstNull(byte), "");
    LLVMBuildCondBr(m->builder, choice, begin, over);
    LLVMPositionBuilderAtEnd(m->builder, begin);
    build_again(m, again, f);
    LLVMPositionBuilderAtEnd(m->builder, over);
    build_over(m, LLVMGetReturnType(type), variables);
    return again;
}

/* What stands in for f; NULL: nothing can. */
static LLVMValueRef stand_in(struct maker *m, LLVMValueRef f) {
    bool added;
    uint64_t *known = int_map_put(&m->made, (uintptr_t)f, &added);
    if (!added) return (LLVMValueRef)(uintptr_t)*known;
    value_vec variables = {0};
    LLVMValueRef again = NULL;
    if (variables_of(f, &variables) && !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f)))
        again = make_stand_in(m, f, &variables);
    *int_map_put(&m->made, (uintptr_t)f, NULL) = (uintptr_t)again;
    VEC_RELEASE(&variables);
    return again;
}

void again_apply(LLVMModuleRef module, LLVMValueRef entry, LLVMValueRef (*any)(void *, LLVMTypeRef),
                 void *context) {
    struct walk w = {0};
    struct maker m = {.module = module, .any = any, .context = context};
    find_circles(&w, entry);
    m.builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (uint32_t i = 0; i < w.closing.n; i++) {
        LLVMValueRef call = w.closing.at[i], again = stand_in(&m, called_body(call));
        if (again) LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, again);
    }
    LLVMDisposeBuilder(m.builder);
    int_map_release(&m.made);
    int_map_release(&w.state);
    VEC_RELEASE(&w.path);
    VEC_RELEASE(&w.left);
    VEC_RELEASE(&w.closing);
}
