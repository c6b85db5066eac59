/* Turning variables into values (SROA) exploits that accesses are valid: what is read outside of a
 * variable is undefined, what is written there is dropped, and the end of a scope means nothing.
 * The inliner drops what is read and not used, and reads constants itself.
 *
 *     int *f(void) { int x = 3; return &x; }        after inlining, *f() is a read of x after its
 *                                                   end:
 *     int main(void) { return *f(); }               promoted, it would be 3, and nothing would be
 *                                                   left to check
 *
 * So a variable is kept in memory unless all its uses are loads, stores and block operations at
 * constant offsets inside of it, none of which can be reached from the end of its life without
 * passing its beginning. A copy between it and memory that is not known to be good keeps it, too,
 * because of a copy only those parts would be left that are used. What is done with the address
 * otherwise keeps it in memory anyway, but for phi nodes and selections, which SROA looks through:
 * those keep it.
 *
 * What is read through any other pointer is handed to MARK_USE until the passes are done, and
 * constants are variables for so long. */
#include "frontend/driver/scopes.h"

#include <assert.h>

#include <llvm-c/DebugInfo.h>

#include "frontend/driver/ir.h"
#include "frontend/pointers/points_to.h"
#include "util/hash.h"
#include "util/vec.h"

/* ---- alloca() ---- */

static bool calls_alloca(LLVMValueRef i) {
    LLVMValueRef f = ir_is_call(i) ? ir_callee(i) : NULL;
    return f && !ir_has_body(f) && ir_arguments(i) == 1 &&
           (ir_has_name(f, "alloca") || ir_has_name(f, "__builtin_alloca")) &&
           LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind &&
           LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0))) == LLVMIntegerTypeKind;
}

static void make_allocas(LLVMModuleRef module) {
    VEC(LLVMValueRef) calls = {0};
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    FOR_FUNCTIONS (f, module)
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b)
                if (calls_alloca(i)) VEC_PUSH(&calls, i);
    for (uint32_t k = 0; k < calls.n; k++) {
        LLVMPositionBuilderBefore(builder, calls.at[k]);
        LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(calls.at[k]));
        LLVMValueRef new = LLVMBuildArrayAlloca(builder, LLVMInt8TypeInContext(context),
                                                LLVMGetOperand(calls.at[k], 0), "alloca");
        LLVMSetAlignment(new, 16);
        LLVMReplaceAllUsesWith(calls.at[k], new);
        LLVMInstructionEraseFromParent(calls.at[k]);
    }
    LLVMDisposeBuilder(builder);
    VEC_RELEASE(&calls);
}

/* ---- what the sanitizer adds ---- */

/* clang calls the runtime of AddressSanitizer before every function that does not return. That is a
 * call of no function of the program, and without the runtime it does nothing. */
static void drop_sanitizer_calls(LLVMModuleRef module) {
    LLVMValueRef f = LLVMGetNamedFunction(module, "__asan_handle_no_return");
    if (!f || ir_has_body(f)) return;
    VEC(LLVMValueRef) calls = {0};
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (ir_is_call(user) && ir_callee(user) == f && ir_arguments(user) == 0) VEC_PUSH(&calls, user);
    }
    for (uint32_t k = 0; k < calls.n; k++) {
        assert(LLVMGetTypeKind(LLVMTypeOf(calls.at[k])) == LLVMVoidTypeKind);
        LLVMInstructionEraseFromParent(calls.at[k]);
    }
    VEC_RELEASE(&calls);
}

/* ---- reads and constants ---- */

static unsigned constant_kind(LLVMModuleRef module) {
    return LLVMGetMDKindIDInContext(LLVMGetModuleContext(module), "edgewise.constant", 17);
}

static void hide_constants(LLVMModuleRef module) {
    LLVMMetadataRef nothing = LLVMMDNodeInContext2(LLVMGetModuleContext(module), NULL, 0);
    FOR_GLOBALS (g, module) {
        if (!LLVMIsGlobalConstant(g)) continue;
        LLVMGlobalSetMetadata(g, constant_kind(module), nothing);
        LLVMSetGlobalConstant(g, false);
    }
}

static bool was_constant(LLVMValueRef g, unsigned kind) {
    size_t n;
    bool found = false;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(g, &n);
    for (unsigned i = 0; i < n; i++) found |= LLVMValueMetadataEntriesGetKind(entries, i) == kind;
    LLVMDisposeValueMetadataEntries(entries);
    return found;
}

static void show_constants(LLVMModuleRef module) {
    unsigned kind = constant_kind(module);
    FOR_GLOBALS (g, module) {
        if (!was_constant(g, kind)) continue;
        LLVMGlobalEraseMetadata(g, kind);
        LLVMSetGlobalConstant(g, true);
    }
}

/* A variadic function takes values of all types. */
static void use_reads(LLVMModuleRef module) {
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(module)), NULL, 0, true);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    LLVMValueRef use = LLVMAddFunction(module, MARK_USE, type);
    FOR_FUNCTIONS (f, module)
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b) {
                if (!LLVMIsALoadInst(i) || ir_is_static_alloca(LLVMGetOperand(i, 0))) continue;
                LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(i));
                LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(i));
                LLVMBuildCall2(builder, type, use, &i, 1, "");
            }
    LLVMDisposeBuilder(builder);
}

void scopes_open(LLVMModuleRef module) {
    make_allocas(module);
    drop_sanitizer_calls(module);
    hide_constants(module);
    use_reads(module);
}

/* ---- uses ---- */

struct scope {
    const struct int_map *wild; /* variables that are kept */
    LLVMTargetDataRef layout;
    LLVMValueRef variable;
    uint64_t size;
    bool strange;         /* some use is not an access inside of the variable */
    struct int_map users; /* accesses -> 1 */
    VEC(LLVMValueRef) ends;
};

static bool is_marker(LLVMValueRef i, const char *name) {
    LLVMValueRef f = ir_is_call(i) ? ir_callee(i) : NULL;
    return f && ir_starts_with(f, name);
}

/* The bytes that the instruction accesses through the pointer; 0: it is no access of constant
 * size. */
static uint64_t accessed(const struct scope *s, LLVMValueRef i, LLVMValueRef pointer) {
    if (LLVMIsALoadInst(i)) return LLVMStoreSizeOfType(s->layout, LLVMTypeOf(i));
    if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 0) != pointer)
        return LLVMStoreSizeOfType(s->layout, LLVMTypeOf(LLVMGetOperand(i, 0)));
    bool block = is_marker(i, "llvm.memcpy") || is_marker(i, "llvm.memmove") || is_marker(i, "llvm.memset");
    LLVMValueRef size = block ? LLVMIsAConstantInt(LLVMGetOperand(i, 2)) : NULL;
    return size ? LLVMConstIntGetZExtValue(size) : 0;
}

/* The arbitrary value that a variable begins with, which is stored in front of the beginning
 * (uninit.h). */
static bool is_first_store(LLVMValueRef i) {
    return (LLVMIsAStoreInst(i) && is_marker(LLVMGetOperand(i, 0), MARK_UNINIT)) ||
           is_marker(i, MARK_UNINIT_MEM);
}

static bool is_gep(LLVMValueRef v) {
    return LLVMIsAGetElementPtrInst(v) ||
           (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

/* Is the other side of a copy inside of a variable that is good itself? */
static bool copies_good(const struct scope *s, LLVMValueRef copy, LLVMValueRef pointer, uint64_t bytes) {
    if (LLVMIsALoadInst(copy) || LLVMIsAStoreInst(copy) || is_marker(copy, "llvm.memset")) return true;
    LLVMValueRef other = LLVMGetOperand(copy, LLVMGetOperand(copy, 0) == pointer ? 1 : 0);
    uint64_t offset = 0;
    struct gep g;
    while (is_gep(other)) {
        if (!gep_parse(s->layout, other, &g) || g.n) return false;
        offset += (uint64_t)g.constant;
        other = g.base;
    }
    if (LLVMIsAGlobalVariable(other)) {
        uint64_t size = LLVMABISizeOfType(s->layout, LLVMGlobalGetValueType(other));
        return offset <= size && bytes <= size - offset;
    }
    if (!ir_is_static_alloca(other) || int_map_get(s->wild, (uintptr_t)other)) return false;
    uint64_t size = ir_alloca_size(s->layout, other);
    return offset <= size && bytes <= size - offset;
}

static void look_at_uses(struct scope *s, LLVMValueRef pointer, uint64_t offset);

static void look_at_use(struct scope *s, LLVMValueRef pointer, uint64_t offset, LLVMValueRef user) {
    if (ir_is_debug(user) || is_marker(user, "llvm.lifetime.start") || is_first_store(user)) return;
    if (is_marker(user, "llvm.lifetime.end")) {
        VEC_PUSH(&s->ends, user);
        return;
    }
    if (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == pointer) {
        struct gep g;
        if (gep_parse(s->layout, user, &g) && g.n == 0) look_at_uses(s, user, offset + (uint64_t)g.constant);
        else s->strange = true;
        return;
    }
    uint64_t bytes = accessed(s, user, pointer);
    if (!bytes || offset > s->size || bytes > s->size - offset || !copies_good(s, user, pointer, bytes))
        s->strange = true;
    else *int_map_put(&s->users, (uintptr_t)user, NULL) = 1;
}

static void look_at_uses(struct scope *s, LLVMValueRef pointer, uint64_t offset) {
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u && !s->strange; u = LLVMGetNextUse(u))
        look_at_use(s, pointer, offset, LLVMGetUser(u));
}

/* ---- uses after the end ---- */

/* From `i` on in its block: 1 if the variable is used, -1 if its life begins again, 0 if the block
 * ends. */
static int next_event(const struct scope *s, LLVMValueRef i) {
    for (; i; i = LLVMGetNextInstruction(i)) {
        if (is_marker(i, "llvm.lifetime.start") && LLVMGetOperand(i, 1) == s->variable) return -1;
        if (int_map_get(&s->users, (uintptr_t)i)) return 1;
    }
    return 0;
}

static bool is_used_after(const struct scope *s, LLVMValueRef end) {
    struct int_map seen = {0};
    VEC(LLVMBasicBlockRef) waiting = {0};
    int event = next_event(s, LLVMGetNextInstruction(end));
    if (event == 0) VEC_PUSH(&waiting, LLVMGetInstructionParent(end));
    while (waiting.n && event <= 0) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(VEC_POP(&waiting));
        for (unsigned i = 0; i < LLVMGetNumSuccessors(last) && event <= 0; i++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(last, i);
            bool added;
            int_map_put(&seen, (uintptr_t)next, &added);
            if (!added) continue;
            event = next_event(s, LLVMGetFirstInstruction(next));
            if (event == 0) VEC_PUSH(&waiting, next);
        }
    }
    VEC_RELEASE(&waiting);
    int_map_release(&seen);
    return event > 0;
}

/* May SROA do with it what it likes? */
static bool is_tame(LLVMTargetDataRef layout, const struct int_map *wild, LLVMValueRef variable) {
    struct scope s = {
        .wild = wild, .layout = layout, .variable = variable, .size = ir_alloca_size(layout, variable)};
    look_at_uses(&s, variable, 0);
    bool tame = !s.strange;
    for (uint32_t i = 0; i < s.ends.n && tame; i++) tame = !is_used_after(&s, s.ends.at[i]);
    int_map_release(&s.users);
    VEC_RELEASE(&s.ends);
    return tame;
}

static void keep(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef variable) {
    LLVMTypeRef pointer = LLVMTypeOf(variable);
    LLVMValueRef f =
        ir_declare(module, MARK_KEEP, LLVMVoidTypeInContext(LLVMGetModuleContext(module)), &pointer, 1);
    LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(variable));
    LLVMSetCurrentDebugLocation2(builder, NULL);
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(f), f, &variable, 1, "");
}

/* A variable that is kept may make others be kept, which are copied to or from it. */
void scopes_keep(LLVMModuleRef module) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    struct int_map wild = {0};
    VEC(LLVMValueRef) kept = {0};
    uint32_t before;
    do {
        before = kept.n;
        FOR_FUNCTIONS (f, module)
            FOR_BLOCKS (b, f)
                FOR_INSTRUCTIONS (i, b) {
                    if (!ir_is_static_alloca(i) || int_map_get(&wild, (uintptr_t)i)) continue;
                    if (is_tame(layout, &wild, i)) continue;
                    *int_map_put(&wild, (uintptr_t)i, NULL) = 1;
                    VEC_PUSH(&kept, i);
                }
    } while (kept.n > before);
    for (uint32_t i = 0; i < kept.n; i++) keep(module, builder, kept.at[i]);
    LLVMDisposeBuilder(builder);
    VEC_RELEASE(&kept);
    int_map_release(&wild);
}

static void forget_calls(LLVMModuleRef module, const char *name) {
    LLVMValueRef f = LLVMGetNamedFunction(module, name);
    while (f && LLVMGetFirstUse(f)) LLVMInstructionEraseFromParent(LLVMGetUser(LLVMGetFirstUse(f)));
    if (f) LLVMDeleteFunction(f);
}

void scopes_close(LLVMModuleRef module) {
    forget_calls(module, MARK_KEEP);
    forget_calls(module, MARK_USE);
    show_constants(module);
}
