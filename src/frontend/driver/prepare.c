/* The passes. Of LLVM's own, four run: globaldce, always-inline, SROA (with its promotion to SSA)
 * and, on functions that call themselves, tailcallelim. CFG simplification, which turns what
 * follows undefined behaviour into `unreachable`, is not needed: the translation chains blocks, and
 * the reductions of src/cfa do the rest where every step is known to be exact. */
#include "frontend/driver/prepare.h"

#include <assert.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

#include "frontend/abstract/abstraction.h"
#include "frontend/dialects/vocabulary.h"
#include "frontend/driver/aggregates.h"
#include "frontend/driver/assembly.h"
#include "frontend/driver/calls.h"
#include "frontend/driver/driver.h"
#include "frontend/driver/frame.h"
#include "frontend/driver/ir.h"
#include "frontend/driver/literals.h"
#include "frontend/driver/order.h"
#include "frontend/library/models.h"
#include "frontend/contracts/pieces.h"
#include "frontend/driver/parameters.h"
#include "frontend/driver/results.h"
#include "frontend/driver/scopes.h"
#include "frontend/driver/shadows.h"
#include "frontend/driver/signatures.h"
#include "frontend/driver/uninit.h"
#include "frontend/driver/varargs.h"
#include "frontend/driver/vectors.h"
#include "frontend/source/fresh.h"
#include "frontend/translate/checks.h"
#include "frontend/pointers/callees.h"
#include "util/mem.h"
#include "util/options.h"
#include "util/vec.h"

bool prepare_is_error(void *program, LLVMValueRef function) {
    const struct program *p = program;
    for (uint32_t i = 0; i < p->error_functions.n; i++)
        if (ir_has_name(function, p->error_functions.at[i])) return true;
    return ir_has_name(function, MARK_ERROR);
}

static bool right_machine(LLVMModuleRef module, const struct program *p, struct error *e) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    unsigned bytes = LLVMPointerSize(layout);
    if (LLVMByteOrder(layout) != LLVMLittleEndian)
        error_set(e, p->files.at[0], 0, 0, "code for a big-endian machine is not supported");
    else if (bytes != 4 && bytes != 8)
        error_set(e, p->files.at[0], 0, 0, "code with pointers of %u bytes is not supported", bytes);
    return !e->set;
}

static void run_passes(LLVMModuleRef module, const char *passes) {
    LLVMPassBuilderOptionsRef how = LLVMCreatePassBuilderOptions();
    LLVMErrorRef failed = LLVMRunPasses(module, passes, NULL, how);
    LLVMDisposePassBuilderOptions(how);
    if (failed) fail_internal("LLVM passes: %s", LLVMGetErrorMessage(failed));
}

static void check(LLVMModuleRef module, const char *after) {
#ifndef NDEBUG
    char *message = NULL;
    if (LLVMVerifyModule(module, LLVMReturnStatusAction, &message))
        fail_internal("ill-formed module after %s: %s", after, message);
    LLVMDisposeMessage(message);
#else
    (void)module;
    (void)after;
#endif
}

/* What the entry function does not need may go: nobody else calls it. */
static void hide_functions(LLVMModuleRef module, LLVMValueRef entry) {
    FOR_FUNCTIONS (f, module)
        if (ir_has_body(f) && f != entry) LLVMSetLinkage(f, LLVMInternalLinkage);
    LLVMSetLinkage(entry, LLVMExternalLinkage);
}

/* Threads are not supported, so a thread-local variable is one like any other: the address that the
 * intrinsic gives is its argument. */
static void forget_threads(LLVMModuleRef module) {
    VEC(LLVMValueRef) addresses = {0};
    FOR_FUNCTIONS (f, module)
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b)
                if (ir_is_call(i) && ir_callee(i) && ir_starts_with(ir_callee(i), "llvm.threadlocal.address"))
                    VEC_PUSH(&addresses, i);
    for (uint32_t i = 0; i < addresses.n; i++) {
        LLVMReplaceAllUsesWith(addresses.at[i], LLVMGetOperand(addresses.at[i], 0));
        LLVMInstructionEraseFromParent(addresses.at[i]);
    }
    FOR_GLOBALS (g, module) LLVMSetThreadLocal(g, false);
    VEC_RELEASE(&addresses);
}

/* Variables of contracts (source/fresh.c) are known to several files, but not to others: no pointer
 * from outside leads there. */
static void hide_contracts(LLVMModuleRef module) {
    FOR_GLOBALS (g, module)
        if (ir_starts_with(g, "edgewise_") && LLVMGetInitializer(g)) LLVMSetLinkage(g, LLVMInternalLinkage);
}

bool prepare_forgets_globals(void) {
    return options.globals == GLOBALS_ANY || (options.enforce.n && !options_given("globals"));
}

/* A variable without an initial value has any, as one that is only declared. */
static void forget_initial_values(LLVMModuleRef module) {
    if (!prepare_forgets_globals()) return;
    FOR_GLOBALS (g, module) {
        LLVMLinkage linkage = LLVMGetLinkage(g);
        bool own = ir_starts_with(g, "edgewise_") || ir_starts_with(g, "llvm.");
        if (LLVMIsGlobalConstant(g) || !LLVMGetInitializer(g) || own || linkage == LLVMAppendingLinkage)
            continue;
        LLVMSetInitializer(g, NULL);
        LLVMSetLinkage(g, LLVMExternalLinkage);
    }
}

/* Questions to the memory model that have a body for the compiled program lose it. */
static void ask_memory_model(LLVMModuleRef module) {
    static const char *const names[][2] = {{FRESH_OBJECT, "__CPROVER_POINTER_OBJECT"},
                                           {FRESH_OFFSET, "__CPROVER_POINTER_OFFSET"},
                                           {FRESH_MAY_READ, "__CPROVER_r_ok"}};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        LLVMValueRef f = LLVMGetNamedFunction(module, names[k][0]);
        if (!f) continue;
        LLVMValueRef predicate = LLVMGetNamedFunction(module, names[k][1]);
        if (!predicate) predicate = LLVMAddFunction(module, names[k][1], LLVMGlobalGetValueType(f));
        LLVMReplaceAllUsesWith(f, predicate);
        LLVMDeleteFunction(f);
    }
}

bool prepare_module(LLVMModuleRef module, const struct program *p, struct error *e) {
    if (!right_machine(module, p, e)) return false;
    LLVMValueRef entry = LLVMGetNamedFunction(module, p->entry);
    if (!entry || !ir_has_body(entry)) {
        error_set(e, p->files.at[0], 0, 0, "no function %s to start at%s", p->entry,
                  strcmp(p->entry, "main") ? "" : " (--entry FUNCTION names another)");
        return false;
    }
    if (prepare_is_error((void *)p, entry)) {
        error_set(e, p->files.at[0], 0, 0, "%s is the error function: the program cannot start there",
                  p->entry);
        return false;
    }
    assembly_lower(module);
    check(module, "lowering inline assembly");
    ask_memory_model(module);
    forget_initial_values(module);
    vocabulary_prepare(module, p);
    forget_threads(module);
    hide_contracts(module);
    if (p->checks & ~CHECK_BIT(CHECK_ASSERT)) checks_prepare(module);
    if (checks_follow_memory(p->checks)) literals_mark(module);
    check(module, "marking the lives of compound literals");
    if (p->checks & CHECK_BIT(CHECK_FUNCTION_TYPE)) signatures_resolve(module);
    shadows_mark(module, p->checks);
    check(module, "shadows of variables");
    uninit_mark(module);
    check(module, "marking uninitialized variables");
    models_link(module, p, e);
    order_mark(module);
    parameters_mark(module);
    results_mark(module);
    ir_note_realloc(module);
    ir_note_blocks(module, FRESH_BLOCK);
    if (e->set) return false;
    if (!frame_make(module, entry, e)) return false;
    check(module, "making the program's frame");
    calls_copy_by_value(module);
    calls_resolve(module);
    check(module, "resolving calls");
    varargs_lower(module);
    check(module, "lowering variable arguments");
    if (p->is_recursive) *p->is_recursive = pieces_recursive(p, entry);
    if (!p->contracts) /* last calls have contracts like any other */
        calls_straighten_tails(module, prepare_is_error, (void *)p, run_passes);
    check(module, "turning recursion into loops");
    if (p->contracts) entry = pieces_make(module, p, entry);
    check(module, "cutting the program into pieces");
    callees_narrow(module, p, entry);
    check(module, "narrowing calls through pointers");
    if (p->abstraction) abstraction_apply(module, p, entry);
    check(module, "abstracting");
    if (checks_follow_memory(p->checks)) scopes_open(module);
    calls_choose_inlining(module, entry, prepare_is_error, (void *)p);
    hide_functions(module, entry);
    if (p->statuses) {
        run_passes(module, "globaldce");
        checks_simplify(module);
        checks_remember(module, p);
    }
    run_passes(module, "globaldce,always-inline,globaldce");
    if (checks_follow_memory(p->checks)) scopes_keep(module);
    bool vectors = vectors_split(module);
    run_passes(module, "function(sroa<preserve-cfg>)");
    if (vectors | vectors_split(module)) run_passes(module, "function(scalarizer,sroa<preserve-cfg>)");
    aggregates_fold(module);
    if (checks_follow_memory(p->checks)) scopes_close(module);
    check(module, "inlining");
    return true;
}
