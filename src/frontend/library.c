/* Calls of functions without a body: those that verification knows (errors, nondeterminism, assumptions), those
 * of the C library that end the program or only print, allocation, and the unknown rest, whose
 * result is arbitrary and whose effects are ignored with a warning. */
#include <assert.h>
#include <string.h>

#include "frontend/debug.h"
#include "frontend/ir.h"
#include "frontend/memory.h"
#include "frontend/prepare.h"
#include "util/log.h"
#include "util/options.h"

static bool is_one_of(const char *name, const char *const *list) {
    for (; *list; list++)
        if (!strcmp(name, *list)) return true;
    return false;
}

static const char *const ending[] = {"abort", "exit", "_exit", "_Exit", "quick_exit", "__builtin_trap", "__assert_fail", "__assert", "__assert_perror_fail",
                                     "reach_error", "__VERIFIER_error", "__assert_rtn", "longjmp_never", "err", "errx", NULL};
static const char *const harmless[] = {"printf", "fprintf", "vprintf", "vfprintf", "puts", "putchar", "putc", "fputc", "fputs", "perror", "fflush", "fclose",
                                       "free", "kfree", "srand", "sleep", "usleep", "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end", "setbuf", "setvbuf", "rand",
                                       "random", "time", "clock", "getpid", "getchar", "write", NULL};
static const char *const impossible[] = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "longjmp", "siglongjmp", "pthread_create", "fork", "vfork", "signal", "sigaction",
                                         "dlopen", "dlsym", "__VERIFIER_nondet_memory", "qsort", "bsearch", "makecontext", "swapcontext", NULL};

/* ---- nondeterminism ---- */

static bool is_unsigned_name(const char *type) {
    static const char *const names[] = {"bool", "uchar", "ushort", "uint", "ulong", "ulonglong", "size_t", "u8", "u16", "u32", "u64", "u128", "uint8_t", "uint16_t", "uint32_t",
                                        "uint64_t", "uint128", "unsigned", "unsigned_int", "unsigned_char", "pointer", "pchar", "pthread_t", "sector_t", NULL};
    return is_one_of(type, names);
}

static void nondeterministic(struct run *r, LLVMValueRef call, const char *name) {
    const char *type = name + strlen("__VERIFIER_nondet_");
    if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind) return;
    sort s = run_sort(r, LLVMTypeOf(call));
    term v = run_input(r, SITE_NONDET, name, s, !is_unsigned_name(type));
    if ((!strcmp(type, "bool") || !strcmp(type, "_Bool")) && sort_kind_of(s) == SORT_BV) run_assume(r, term_ule(v, term_bv(sort_width(s), 1)));
    run_define(r, call, v);
}

static void begin_of_life(struct run *r, LLVMValueRef call) {
    if (!LLVMGetFirstUse(call)) return;
    const char *name = debug_value_name(r->t, call);
    for (uint32_t leaf = 0; leaf < run_leaves(r, LLVMTypeOf(call)); leaf++) {
        sort s = run_sort(r, run_leaf_type(LLVMTypeOf(call), leaf));
        run_define_leaf(r, call, leaf, run_input(r, SITE_UNINIT, name ? name : "uninitialized", s, true));
    }
}

/* ---- unknown functions ---- */

static bool passes_pointer(LLVMValueRef call) {
    for (uint32_t i = 0; i < ir_arguments(call); i++) {
        LLVMValueRef arg = LLVMGetOperand(call, i);
        if (LLVMGetTypeKind(LLVMTypeOf(arg)) == LLVMPointerTypeKind && !LLVMIsAConstantPointerNull(arg)) return true;
    }
    return false;
}

static void arbitrary_result(struct run *r, LLVMValueRef call, const char *name) {
    if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind || !LLVMGetFirstUse(call)) return;
    for (uint32_t leaf = 0; leaf < run_leaves(r, LLVMTypeOf(call)); leaf++) {
        sort s = run_sort(r, run_leaf_type(LLVMTypeOf(call), leaf));
        run_define_leaf(r, call, leaf, run_input(r, SITE_UNKNOWN, name, s, true));
    }
}

static void unknown(struct run *r, LLVMValueRef call, const char *name) {
    if (passes_pointer(call)) warning("%s has no body: its result is taken to be arbitrary, and writes through its pointer arguments are ignored", name);
    else warning("%s has no body: its result is taken to be arbitrary", name);
    r->t->cfa->over_approximate = true;
    arbitrary_result(r, call, name);
}

/* What the program prints is shown by marks: good in traces, and how tests see a run's result. */
static void show_arguments(struct run *r, LLVMValueRef call, const char *name) {
    for (uint32_t i = 1; i < ir_arguments(call); i++) {
        LLVMValueRef arg = LLVMGetOperand(call, i);
        if (LLVMGetTypeKind(LLVMTypeOf(arg)) == LLVMIntegerTypeKind)
            run_command(r, cfa_mark(r->t->cfa, r->pos, arena_strdup(&r->t->cfa->arena, name), run_bits(r, arg), true));
    }
}

/* ---- dispatch ---- */

static const char *cut_reason(LLVMValueRef call) {
    LLVMValueRef text = LLVMGetOperand(call, 0);
    size_t n;
    LLVMValueRef data = LLVMIsAGlobalVariable(text) ? LLVMGetInitializer(text) : NULL;
    return data && LLVMIsConstantString(data) ? LLVMGetAsString(data, &n) : "something that is not supported";
}

static bool verifier_call(struct run *r, LLVMValueRef call, LLVMValueRef f, const char *name) {
    if (prepare_is_error((void *)r->t->program, f)) run_error(r);
    else if (!strncmp(name, "__VERIFIER_nondet_", 18) && strcmp(name, "__VERIFIER_nondet_memory")) nondeterministic(r, call, name);
    else if (!strncmp(name, MARK_UNINIT, strlen(MARK_UNINIT))) begin_of_life(r, call);
    else if (!strcmp(name, MARK_UNINIT_MEM)) memory_begin(r, call);
    else if (!strcmp(name, MARK_CUT)) run_cut(r, "%s", cut_reason(call));
    else if (!strcmp(name, "__VERIFIER_assume") && ir_arguments(call) > 0) {
        term c = run_bits(r, LLVMGetOperand(call, 0));
        run_assume(r, term_not(term_eq(c, term_bv(term_width(c), 0))));
    } else return false;
    return true;
}

void library_call(struct run *r, LLVMValueRef call) {
    LLVMValueRef f = ir_callee(call);
    if (!f) {
        run_cut(r, LLVMIsAInlineAsm(LLVMGetCalledValue(call)) ? "inline assembly" : "a call that is not supported");
        return;
    }
    const char *name = ir_name(f);
    if (verifier_call(r, call, f, name)) return;
    if (is_one_of(name, ending)) run_stop(r);
    else if (is_one_of(name, impossible)) run_cut(r, "a call of %s", name);
    else if (objects_is_allocation(call)) memory_allocate(r, call);
    else if (floats_call(r, call, name)) return;
    else if (!strncmp(name, "llvm.va_", 8)) run_cut(r, "a variable argument list");
    else if (!strncmp(name, "llvm.", 5)) {
        if (!intrinsics_call(r, call, name)) run_cut(r, "the intrinsic %s", name);
    } else if (ir_has_body(f)) run_cut(r, "a call of %s with other arguments than it takes", name);
    else if (is_one_of(name, harmless)) {
        if (!strcmp(name, "printf")) show_arguments(r, call, name);
        arbitrary_result(r, call, name);
    }
    else unknown(r, call, name);
    if (!r->over && ir_has_attribute(f, (uint32_t)LLVMAttributeFunctionIndex, "noreturn")) run_stop(r);
}
