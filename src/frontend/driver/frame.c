/* The program's frame. A C program does not begin with the first line of main:
 *
 *     static int ready;
 *     __attribute__((constructor)) static void prepare(void) { ready = 1; }
 *     int main(int argc, char **argv) { assert(ready && argc >= 0 && argv[argc] == 0); }
 *
 * Constructors come in llvm.global_ctors with priorities, or as pointers in the sections
 * .preinit_array, .init_array and .ctors; destructors in llvm.global_dtors, .fini_array and .dtors.
 * They become calls at the beginning of the entry function, and before every return from it and
 * every call of exit, after the functions that atexit was given. Their order is known as long as a
 * program uses one way to say so (attributes, or one section); a mixture is a cut, because the
 * linker decides there.
 *
 * An interrupt handler may run whenever it is not running already. Only accesses to memory that it
 * can see matter, so around each of those stands a call of a function that runs the handler any
 * number of times.
 *
 * Limits: a constructor that takes arguments is a cut. That argv's strings end somewhere is not
 * said. */
#include "frontend/driver/frame.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/driver/calls.h"
#include "frontend/driver/ir.h"
#include "system/companion.h"
#include "util/mem.h"
#include "util/vec.h"

struct frame_function {
    LLVMValueRef f;
    uint64_t priority, position; /* lower ones run first */
};
typedef VEC(struct frame_function) function_vec;

struct frame {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMValueRef entry;
    function_vec before, after; /* in the order in which they run */
    uint32_t ways;              /* in which constructors or destructors are said */
    bool strange;               /* an entry that is no plain function */
};

/* ---- which functions ---- */

static void add(struct frame *m, function_vec *list, LLVMValueRef f, uint64_t priority) {
    f = f && LLVMIsAGlobalAlias(f) ? LLVMAliasGetAliasee(f) : f;
    bool plain = f && LLVMIsAFunction(f) && ir_has_body(f) && LLVMCountParams(f) == 0;
    if (plain) VEC_PUSH(list, (struct frame_function){f, priority, list->n});
    else if (f && !LLVMIsAConstantPointerNull(f)) m->strange = true;
}

static LLVMValueRef list_of(LLVMModuleRef module, const char *name) {
    LLVMValueRef list = LLVMGetNamedGlobal(module, name);
    LLVMValueRef all = list ? LLVMGetInitializer(list) : NULL;
    return all && LLVMGetArrayLength2(LLVMTypeOf(all)) > 0 ? all : NULL;
}

/* An array of { i32 priority, ptr function, ptr data }. */
static void add_list(struct frame *m, function_vec *to, const char *name) {
    LLVMValueRef all = list_of(m->module, name);
    if (!all) return;
    m->ways++;
    for (unsigned i = 0; i < LLVMGetArrayLength2(LLVMTypeOf(all)); i++) {
        LLVMValueRef row = LLVMGetAggregateElement(all, i);
        add(m, to, LLVMGetAggregateElement(row, 1),
            LLVMConstIntGetZExtValue(LLVMGetAggregateElement(row, 0)));
    }
}

/* ".init_array" or ".init_array.00101": the priority, or 65535 without one; false for another
 * section. */
static bool in_section(LLVMValueRef global, const char *section, uint64_t *priority) {
    const char *name = LLVMGetSection(global);
    size_t n = strlen(section);
    if (!name || strncmp(name, section, n) || (name[n] && name[n] != '.')) return false;
    *priority = name[n] ? strtoull(name + n + 1, NULL, 10) : 65535;
    return true;
}

static void add_section(struct frame *m, function_vec *to, const char *section) {
    uint64_t priority;
    bool found = false;
    FOR_GLOBALS (g, m->module) {
        if (!in_section(g, section, &priority)) continue;
        LLVMValueRef held = LLVMGetInitializer(g);
        bool array = held && LLVMGetTypeKind(LLVMTypeOf(held)) == LLVMArrayTypeKind;
        found = true;
        if (!held || LLVMIsNull(held)) continue;
        if (!array) add(m, to, held, priority);
        for (unsigned i = 0; array && i < LLVMGetArrayLength2(LLVMTypeOf(held)); i++)
            add(m, to, LLVMGetAggregateElement(held, i), priority);
    }
    m->ways += found;
}

static int by_priority(const void *a, const void *b) {
    const struct frame_function *x = a, *y = b;
    if (x->priority != y->priority) return x->priority < y->priority ? -1 : 1;
    return x->position < y->position ? -1 : x->position > y->position;
}

static void reverse(function_vec *list) {
    for (uint32_t i = 0; i < list->n / 2; i++) {
        struct frame_function f = list->at[i];
        list->at[i] = list->at[list->n - 1 - i];
        list->at[list->n - 1 - i] = f;
    }
}

static void order(function_vec *list) {
    if (list->n) qsort(list->at, list->n, sizeof *list->at, by_priority);
}

static void find_before(struct frame *m) {
    function_vec early = {0}, late = {0};
    add_section(m, &early, ".preinit_array");
    m->ways = 0; /* these come before all others */
    add_list(m, &late, "llvm.global_ctors");
    add_section(m, &late, ".init_array");
    order(&late);
    uint32_t listed = late.n;
    add_section(m, &late, ".ctors");
    if (listed == 0) reverse(&late); /* the linker takes .ctors from its end */
    m->strange |= m->ways > 1;
    for (uint32_t i = 0; i < early.n; i++) VEC_PUSH(&m->before, early.at[i]);
    for (uint32_t i = 0; i < late.n; i++) VEC_PUSH(&m->before, late.at[i]);
    VEC_RELEASE(&early);
    VEC_RELEASE(&late);
}

static void find_after(struct frame *m) {
    m->ways = 0;
    /* what atexit has registered (library/models/atexit.c) comes before all others */
    LLVMValueRef registered = LLVMGetNamedFunction(m->module, "edgewise_run_at_exit");
    add_list(m, &m->after, "llvm.global_dtors");
    add_section(m, &m->after, ".fini_array");
    order(&m->after);
    reverse(&m->after);
    add_section(m, &m->after, ".dtors");
    m->strange |= m->ways > 1;
    if (!registered || !ir_has_body(registered)) return;
    VEC_PUSH(&m->after, (struct frame_function){registered, 0, 0});
    for (uint32_t i = m->after.n - 1; i > 0; i--) m->after.at[i] = m->after.at[i - 1];
    m->after.at[0] = (struct frame_function){registered, 0, 0};
}

/* ---- calls of them ---- */

/* A place in the function for code that the program does not have. */
static void place(struct frame *m, LLVMValueRef before) {
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(before));
    LLVMMetadataRef scope = LLVMGetSubprogram(function), at = LLVMInstructionGetDebugLoc(before);
    LLVMPositionBuilderBefore(m->builder, before);
    if (!at && scope) at = LLVMDIBuilderCreateDebugLocation(m->context, 0, 0, scope, NULL);
    LLVMSetCurrentDebugLocation2(m->builder, at);
}

static void call_all(struct frame *m, const function_vec *list, LLVMValueRef before) {
    if (list->n) place(m, before);
    for (uint32_t i = 0; i < list->n; i++)
        LLVMBuildCall2(m->builder, LLVMGlobalGetValueType(list->at[i].f), list->at[i].f, NULL, 0, "");
}

static bool is_destructor(const struct frame *m, LLVMValueRef f) {
    for (uint32_t i = 0; i < m->after.n; i++)
        if (m->after.at[i].f == f) return true;
    return false;
}

static bool is_exit(LLVMValueRef i) {
    LLVMValueRef f = LLVMIsACallInst(i) ? ir_callee(i) : NULL;
    return f && ir_has_name(f, "exit") && !ir_has_body(f);
}

static void call_destructors(struct frame *m) {
    VEC(LLVMValueRef) ends = {0};
    FOR_FUNCTIONS (f, m->module)
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b) {
                bool returns = f == m->entry && LLVMGetInstructionOpcode(i) == LLVMRet;
                if (returns || (is_exit(i) && !is_destructor(m, f))) VEC_PUSH(&ends, i);
            }
    for (uint32_t i = 0; i < ends.n; i++) call_all(m, &m->after, ends.at[i]);
    VEC_RELEASE(&ends);
}

static void make_constructors(struct frame *m) {
    LLVMValueRef first = ir_after_allocas(m->entry);
    find_before(m);
    find_after(m);
    if (m->strange) {
        calls_insert_cut(m->module, first,
                         "constructor or destructor functions whose order or kind is unclear");
        return;
    }
    call_all(m, &m->before, first);
    if (m->after.n) call_destructors(m);
}

/* ---- arguments ---- */

/* Is the parameter read, and not only kept in its variable? */
static bool is_read(LLVMValueRef parameter) {
    for (LLVMUseRef use = LLVMGetFirstUse(parameter); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool kept = LLVMIsAStoreInst(user) && LLVMIsAAllocaInst(LLVMGetOperand(user, 1));
        if (!kept) return true;
        for (LLVMUseRef u = LLVMGetFirstUse(LLVMGetOperand(user, 1)); u; u = LLVMGetNextUse(u))
            if (LLVMGetUser(u) != user && !LLVMIsAStoreInst(LLVMGetUser(u))) return true;
    }
    return false;
}

static void assume(struct frame *m, LLVMValueRef condition) {
    LLVMTypeRef bit = LLVMInt1TypeInContext(m->context);
    LLVMValueRef f = ir_declare(m->module, MARK_ASSUME, LLVMVoidTypeInContext(m->context), &bit, 1);
    LLVMBuildCall2(m->builder, LLVMGlobalGetValueType(f), f, &condition, 1, "");
}

static LLVMValueRef is_null_at(struct frame *m, LLVMValueRef argv, LLVMValueRef index) {
    LLVMTypeRef pointer = LLVMPointerTypeInContext(m->context, 0);
    LLVMValueRef at = LLVMBuildGEP2(m->builder, pointer, argv, &index, 1, "");
    LLVMValueRef load = LLVMBuildLoad2(m->builder, pointer, at, "");
    ir_mark_given(load);
    return LLVMBuildIsNull(m->builder, load, "");
}

/* argv is not null, argv[argc] is, and argv[0] is not if there are arguments. */
static void make_arguments(struct frame *m) {
    if (!ir_has_name(m->entry, "main") || LLVMCountParams(m->entry) < 2) return;
    LLVMValueRef argc = LLVMGetParam(m->entry, 0), argv = LLVMGetParam(m->entry, 1);
    bool usual = LLVMTypeOf(argc) == LLVMInt32TypeInContext(m->context) &&
                 LLVMGetTypeKind(LLVMTypeOf(argv)) == LLVMPointerTypeKind;
    if (!usual || !is_read(argv)) return;
    place(m, ir_after_allocas(m->entry));
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(argc));
    assume(m, LLVMBuildIsNotNull(m->builder, argv, ""));
    assume(m, is_null_at(m, argv, argc));
    LLVMValueRef none = LLVMBuildICmp(m->builder, LLVMIntEQ, argc, zero, "");
    assume(m, LLVMBuildICmp(m->builder, LLVMIntEQ, none, is_null_at(m, argv, zero), ""));
}

/* ---- interrupts ---- */

static void build_interrupt(struct frame *m, LLVMValueRef f, LLVMValueRef handler) {
    LLVMTypeRef bit = LLVMInt1TypeInContext(m->context), byte = LLVMInt8TypeInContext(m->context);
    LLVMValueRef busy = LLVMAddGlobal(m->module, byte, "edgewise.interrupted");
    LLVMValueRef any = ir_declare(m->module, MARK_ANY "i1", bit, NULL, 0);
    LLVMSetInitializer(busy, LLVMConstNull(byte));
    LLVMSetLinkage(busy, LLVMInternalLinkage);
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(m->context, f, "entry"),
                      ask = LLVMAppendBasicBlockInContext(m->context, f, "ask"),
                      run = LLVMAppendBasicBlockInContext(m->context, f, "run"),
                      done = LLVMAppendBasicBlockInContext(m->context, f, "done");
    LLVMSetCurrentDebugLocation2(m->builder, NULL);
    LLVMPositionBuilderAtEnd(m->builder, entry);
    LLVMValueRef idle = LLVMBuildIsNull(m->builder, LLVMBuildLoad2(m->builder, byte, busy, ""), "");
    LLVMBuildCondBr(m->builder, idle, ask, done);
    LLVMPositionBuilderAtEnd(m->builder, ask);
    LLVMValueRef go = LLVMBuildCall2(m->builder, LLVMGlobalGetValueType(any), any, NULL, 0, "");
    LLVMBuildCondBr(m->builder, go, run, done);
    LLVMPositionBuilderAtEnd(m->builder, run);
    LLVMBuildStore(m->builder, LLVMConstInt(byte, 1, false), busy);
    LLVMBuildCall2(m->builder, LLVMGlobalGetValueType(handler), handler, NULL, 0, "");
    LLVMBuildStore(m->builder, LLVMConstNull(byte), busy);
    LLVMBuildBr(m->builder, ask);
    LLVMPositionBuilderAtEnd(m->builder, done);
    LLVMBuildRetVoid(m->builder);
}

/* May others get to know the address of a local variable? Its parts count as known, to be short. */
static bool is_known_outside(LLVMValueRef alloca) {
    for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool access = LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != alloca);
        if (!access && !ir_is_debug(user)) return true;
    }
    return false;
}

static bool is_shared_access(LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    if (op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg) return true;
    if (op != LLVMLoad && op != LLVMStore) return false;
    LLVMValueRef at = LLVMGetOperand(i, op == LLVMStore ? 1 : 0);
    return !LLVMIsAAllocaInst(at) || is_known_outside(at);
}

static void interrupt_at(struct frame *m, LLVMValueRef interrupt, LLVMValueRef before) {
    place(m, before);
    LLVMBuildCall2(m->builder, LLVMGlobalGetValueType(interrupt), interrupt, NULL, 0, "");
}

/* Before every access, and behind it, because nothing else may follow. */
static void insert_interrupts(struct frame *m, LLVMValueRef interrupt) {
    VEC(LLVMValueRef) accesses = {0};
    FOR_FUNCTIONS (f, m->module)
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b)
                if (f != interrupt && is_shared_access(i)) VEC_PUSH(&accesses, i);
    for (uint32_t i = 0; i < accesses.n; i++) {
        LLVMValueRef next = LLVMGetNextInstruction(accesses.at[i]);
        assert(next);
        interrupt_at(m, interrupt, accesses.at[i]);
        if (!LLVMIsALoadInst(accesses.at[i])) interrupt_at(m, interrupt, next);
    }
    interrupt_at(m, interrupt, ir_after_allocas(m->entry));
    VEC_RELEASE(&accesses);
}

static void make_interrupts(struct frame *m, struct error *e) {
    if (!options.isr) return;
    LLVMValueRef handler = LLVMGetNamedFunction(m->module, options.isr);
    if (!handler || !ir_has_body(handler) || LLVMCountParams(handler) > 0) {
        error_set(e, NULL, 0, 0, "--isr=%s: no function of that name that has a body and no parameters",
                  options.isr);
        return;
    }
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(m->context), NULL, 0, false);
    LLVMValueRef interrupt = LLVMAddFunction(m->module, "edgewise.interrupt", type);
    LLVMSetLinkage(interrupt, LLVMInternalLinkage);
    build_interrupt(m, interrupt, handler);
    insert_interrupts(m, interrupt);
}

bool frame_make(LLVMModuleRef module, LLVMValueRef entry, struct error *e) {
    struct frame m = {.module = module, .context = LLVMGetModuleContext(module), .entry = entry};
    size_t n = 0;
    companion_put_arguments(ir_has_name(entry, "main") ? 0 : LLVMCountParams(entry));
    m.builder = LLVMCreateBuilderInContext(m.context);
    LLVMGetModuleInlineAsm(module, &n);
    if (n > 0) calls_insert_cut(module, ir_after_allocas(entry), "assembly outside of functions");
    make_interrupts(&m, e);
    make_arguments(&m);
    make_constructors(&m);
    VEC_RELEASE(&m.before);
    VEC_RELEASE(&m.after);
    LLVMDisposeBuilder(m.builder);
    return !e->set;
}
