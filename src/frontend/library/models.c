/* Library functions in C (the folder models), compiled along with the program when it calls one of
 * them. The program's own definition of a function always wins. Block operations of constant size
 * stay LLVM intrinsics, for which the translation has better means than a loop; the others become
 * calls of loops. */
#include "frontend/library/models.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "frontend/driver/calls.h"
#include "frontend/driver/driver.h"
#include "frontend/driver/ir.h"
#include "frontend/library/libc.h"
#include "frontend/library/prints.h"
#include "frontend/library/rounding.h"
#include "frontend/library/scan.h"
#include "system/companion.h"
#include "util/vec.h"

/* made by models/embed.py */
#include "frontend/models_atexit.h"
#include "frontend/models_input.h"
#include "frontend/models_libc.h"
#include "frontend/models_math.h"
#include "frontend/models_print.h"
#include "frontend/models_resized.h"
#include "frontend/models_rounding.h"
#include "frontend/models_scan.h"
#include "frontend/models_sized.h"
#include "frontend/models_sorting.h"

typedef VEC(LLVMValueRef) value_vec;

struct linker {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    bool loops; /* a block operation became a loop */
};

/* ---- block operations ---- */

static const struct {
    const char *name;   /* of a call or the beginning of an intrinsic's name */
    const char *loop;   /* the model */
    int to, from, size; /* argument numbers; from is the byte for memset, -1: zero */
} block_operations[] = {
    {"memcpy", "edgewise_memcpy", 0, 1, 2},          {"__memcpy_chk", "edgewise_memcpy", 0, 1, 2},
    {"memmove", "edgewise_memmove", 0, 1, 2},        {"__memmove_chk", "edgewise_memmove", 0, 1, 2},
    {"memset", "edgewise_memset", 0, 1, 2},          {"__memset_chk", "edgewise_memset", 0, 1, 2},
    {"bcopy", "edgewise_memmove", 1, 0, 2},          {"bzero", "edgewise_memset", 0, -1, 1},
    {"explicit_bzero", "edgewise_memset", 0, -1, 1}, {"llvm.memcpy", "edgewise_memcpy", 0, 1, 2},
    {"llvm.memmove", "edgewise_memmove", 0, 1, 2},   {"llvm.memset", "edgewise_memset", 0, 1, 2},
};

static int block_operation(LLVMValueRef call) {
    LLVMValueRef f = ir_callee(call);
    if (!f || ir_has_body(f)) return -1;
    for (int i = 0; i < (int)(sizeof block_operations / sizeof *block_operations); i++) {
        const char *name = block_operations[i].name;
        bool intrinsic = !strncmp(name, "llvm.", 5);
        if (intrinsic ? ir_starts_with(f, name) : ir_has_name(f, name))
            return (int)ir_arguments(call) > block_operations[i].size ? i : -1;
    }
    return -1;
}

static LLVMValueRef loop_function(struct linker *l, const char *name, LLVMTypeRef second, LLVMTypeRef size) {
    LLVMTypeRef params[3] = {LLVMPointerTypeInContext(l->context, 0), second, size};
    l->loops = true;
    return ir_declare(l->module, name, LLVMVoidTypeInContext(l->context), params, 3);
}

static void rebuild_block_operation(struct linker *l, LLVMValueRef call, int which) {
    LLVMTypeRef byte = LLVMInt8TypeInContext(l->context);
    LLVMTypeRef word = LLVMIntPtrTypeInContext(l->context, LLVMGetModuleDataLayout(l->module));
    LLVMPositionBuilderBefore(l->builder, call);
    LLVMSetCurrentDebugLocation2(l->builder, LLVMInstructionGetDebugLoc(call));
    bool set = strstr(block_operations[which].loop, "memset") != NULL,
         move = strstr(block_operations[which].loop, "memmove") != NULL;
    LLVMValueRef to = LLVMGetOperand(call, (unsigned)block_operations[which].to);
    LLVMValueRef from = block_operations[which].from < 0
                            ? LLVMConstInt(byte, 0, false)
                            : LLVMGetOperand(call, (unsigned)block_operations[which].from);
    if (set) from = LLVMBuildIntCast2(l->builder, from, byte, false, "");
    LLVMValueRef size = LLVMBuildIntCast2(
        l->builder, LLVMGetOperand(call, (unsigned)block_operations[which].size), word, false, "");
    if (!LLVMIsAConstantInt(size)) {
        LLVMValueRef args[3] = {to, from, size};
        LLVMValueRef f = loop_function(l, block_operations[which].loop, LLVMTypeOf(from), word);
        LLVMBuildCall2(l->builder, LLVMGlobalGetValueType(f), f, args, 3, "");
    } else if (set) {
        LLVMBuildMemSet(l->builder, to, from, size, 1);
    } else if (move) {
        LLVMBuildMemMove(l->builder, to, 1, from, 1, size);
    } else {
        LLVMBuildMemCpy(l->builder, to, 1, from, 1, size);
    }
    if (LLVMTypeOf(call) == LLVMTypeOf(to)) LLVMReplaceAllUsesWith(call, to);
    LLVMInstructionEraseFromParent(call);
}

static void rebuild_block_operations(struct linker *l) {
    value_vec calls = {0};
    FOR_FUNCTIONS (f, l->module)
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b) {
                int which = LLVMIsACallInst(i) ? block_operation(i) : -1;
                if (which < 0) continue;
                bool fine = !strncmp(block_operations[which].name, "llvm.", 5) &&
                            LLVMIsAConstantInt(LLVMGetOperand(i, 2));
                if (!fine) VEC_PUSH(&calls, i);
            }
    for (uint32_t i = 0; i < calls.n; i++)
        rebuild_block_operation(l, calls.at[i], block_operation(calls.at[i]));
    VEC_RELEASE(&calls);
}

static bool is_called(LLVMModuleRef module, const char *name) {
    LLVMValueRef f = LLVMGetNamedFunction(module, name);
    return f && !ir_has_body(f) && LLVMGetFirstUse(f);
}

static bool calls_one_of(LLVMModuleRef module, const char *const *names) {
    for (; *names; names++)
        if (is_called(module, *names)) return true;
    return false;
}

static void link_text(struct linker *l, const struct program *p, const char *text, struct error *e) {
    struct program same_machine = *p;
    same_machine.checks = 0; /* our own code is not the user's to be checked */
    same_machine.m32 = LLVMPointerSize(LLVMGetModuleDataLayout(l->module)) == 4;
    LLVMModuleRef models = driver_compile_text(l->context, &same_machine, text, e);
    if (models) driver_link(l->module, models, DRIVER_LIBRARY, e);
}

/* All calls of an allocator but the one in its replacement. */
static void replace_allocator(LLVMModuleRef module, const char *name, const char *by) {
    LLVMValueRef old = LLVMGetNamedFunction(module, name), new = LLVMGetNamedFunction(module, by);
    if (!old || !new || ir_has_body(old)) return;
    LLVMReplaceAllUsesWith(old, new);
    FOR_BLOCKS (b, new)
        FOR_INSTRUCTIONS (i, b) {
            if (LLVMIsACallInst(i) && LLVMGetCalledValue(i) == new)
                LLVMSetOperand(i, (unsigned)LLVMGetNumOperands(i) - 1, old);
        }
}

/* A call of a library function with other types than its prototype's means another function: none
 * that we know. */
static void cut_foreign_types(LLVMModuleRef module) {
    FOR_FUNCTIONS (f, module)
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b) {
                LLVMValueRef callee = ir_is_call(i) ? ir_callee(i) : NULL;
                if (!callee || libc_effect(callee) == LIBC_NOT || libc_fits_prototype(i)) continue;
                char reason[160];
                snprintf(reason, sizeof reason, "a call of %.60s with other types than the C library's",
                         ir_name(callee));
                calls_insert_cut(module, i, reason);
            }
}

/* Allocators that keep the size of each block, for realloc. */
static void link_sized(struct linker *l, const struct program *p, struct error *e) {
    if (!calls_one_of(l->module, models_sized_names)) return;
    if (checks_follow_memory(p->checks)) { /* the memory model knows sizes */
        link_text(l, p, models_resized_text, e);
        return;
    }
    link_text(l, p, models_sized_text, e);
    replace_allocator(l->module, "malloc", "edgewise_sized_malloc");
    replace_allocator(l->module, "calloc", "edgewise_sized_calloc");
}

/* The functions that bring input in, for compiled runs: strong symbols, because AddressSanitizer's
 * runtime has weak ones; what the program defines itself gets another name here. */
static void tell_input(LLVMModuleRef module) {
    for (const char *const *name = models_input_names; *name; name++) {
        LLVMValueRef f = LLVMGetNamedFunction(module, *name);
        if (!f || !ir_has_body(f)) continue;
        char line[160];
        snprintf(line, sizeof line, "#define %.60s edgewise_unused_%.60s\n", *name, *name);
        companion_add_stand_ins(line);
    }
    companion_add_stand_ins(
        "#define M\n"
        "#define SETS_ERRNO *__errno_location() = (int)__edgewise_outside_number(\"errno\")\n"
        "#define SUPPOSE(c) __VERIFIER_assume(c)\n"
        "extern int *__errno_location(void);\n"
        "extern void __VERIFIER_assume(int);\n");
    companion_add_stand_ins(models_input_text);
    companion_add_stand_ins(models_scan_text);
}

/* Input is brought in by the same text in the compiled program. */
static void link_input(struct linker *l, const struct program *p, struct error *e) {
    if (!calls_one_of(l->module, models_input_names)) return;
    if (!libc_feeds_itself(l->module)) tell_input(l->module);
    link_text(l, p, models_input_text, e);
}

void models_link(LLVMModuleRef module, const struct program *p, struct error *e) {
    bool rounds = is_called(module, "fesetround");
    cut_foreign_types(module);
    struct linker l = {.module = module, .context = LLVMGetModuleContext(module)};
    l.builder = LLVMCreateBuilderInContext(l.context);
    rebuild_block_operations(&l);
    scan_expand(module);
    LLVMDisposeBuilder(l.builder);
    bool prints = prints_expand(module);
    if (l.loops || calls_one_of(module, models_libc_names)) link_text(&l, p, models_libc_text, e);
    if (!e->set && calls_one_of(module, models_math_names)) link_text(&l, p, models_math_text, e);
    if (!e->set) link_input(&l, p, e);
    if (!e->set && calls_one_of(module, models_sorting_names)) link_text(&l, p, models_sorting_text, e);
    if (!e->set && calls_one_of(module, models_atexit_names)) link_text(&l, p, models_atexit_text, e);
    if (!e->set && prints) link_text(&l, p, models_print_text, e);
    if (!e->set) link_sized(&l, p, e);
    if (e->set || !rounds) return;
    link_text(&l, p, models_rounding_text, e); /* last: it is about what the other models do, too */
    if (!e->set) rounding_apply(module);
}
