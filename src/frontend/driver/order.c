/* Operands that C may evaluate in any order. clang has chosen one, and the automaton has only that:
 *
 *     static int n; static int next(void) { return ++n; }
 *     int main(void) { assert(next() - next() == -1); }           // fails with another compiler
 *
 * Each such place is marked, and a TRUE that rests on it says so (evaluation-order in
 * cfa/ledger.h). Two operands depend on their order if one calls a function that may write memory
 * others see, and the other one calls a function that may look at such memory, or reads it itself.
 * What a function does is a matter of its code and of the functions that it calls; a function
 * without a body does everything, but for the functions that hand in values. An object that is only
 * loaded and stored is seen by nobody else. Both halves of `c ? f() : g()` are never evaluated
 * together, and `&&`, `||` and the comma have an order, which shows in the code: the first operand
 * is not computed with. */
#include "frontend/driver/order.h"

#include <llvm-c/DebugInfo.h>

#include "frontend/dialects/vocabulary.h"
#include "frontend/driver/ir.h"
#include "frontend/library/libc.h"
#include "util/hash.h"
#include "util/vec.h"

enum { READS = 1, WRITES = 2, MAX_DEPTH = 64 };

struct order {
    LLVMModuleRef module;
    struct int_map effects; /* of functions: READS, WRITES */
    struct int_map seen;    /* values of the trees that are walked */
};

/* ---- what functions do ---- */

static LLVMValueRef root_of(LLVMValueRef pointer) {
    while (LLVMIsAGetElementPtrInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

/* A variable of the function itself that it only loads and stores. */
static bool is_private(LLVMValueRef pointer) {
    LLVMValueRef root = root_of(pointer);
    if (!LLVMIsAAllocaInst(root)) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(root); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool stored = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == root;
        bool accessed = LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && !stored) ||
                        (ir_is_call(user) && ir_is_debug(user));
        if (!accessed) return false;
    }
    return true;
}

static uint32_t effects_of(const struct order *o, LLVMValueRef f) {
    const uint64_t *known = int_map_get(&o->effects, (uintptr_t)f);
    return known ? (uint32_t)*known : 0;
}

/* What a library function may do where its arguments point. */
static uint32_t library_effects(LLVMValueRef call) {
    uint32_t effects = libc_writes_static(ir_callee(call)) ? READS | WRITES : 0;
    uint64_t bytes;
    for (uint32_t i = 0; i < ir_arguments(call); i++) {
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) != LLVMPointerTypeKind) continue;
        effects |= libc_writes(call, i, &bytes) ? READS | WRITES : READS;
    }
    return effects;
}

/* Does the function only hand in a value, mark something, or end the program? */
static bool is_harmless(LLVMValueRef f) {
    if (ir_starts_with(f, "llvm.")) return !ir_starts_with(f, "llvm.mem");
    return ir_starts_with(f, MARK_PREFIX) || ir_starts_with(f, "__VERIFIER_") ||
           vocabulary_role(f) != VOCABULARY_NONE || libc_effect(f) == LIBC_ENDS;
}

static uint32_t call_effects(const struct order *o, LLVMValueRef call) {
    LLVMValueRef f = ir_callee(call);
    if (!f) return READS | WRITES;
    if (ir_has_body(f)) return effects_of(o, f);
    if (is_harmless(f)) return 0;
    return libc_effect(f) == LIBC_NOT || ir_starts_with(f, "llvm.") ? READS | WRITES : library_effects(call);
}

static uint32_t instruction_effects(const struct order *o, LLVMValueRef i) {
    if (LLVMIsALoadInst(i)) return is_private(LLVMGetOperand(i, 0)) ? 0 : READS;
    if (LLVMIsAStoreInst(i)) return is_private(LLVMGetOperand(i, 1)) ? 0 : WRITES;
    if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i)) return READS | WRITES;
    return ir_is_call(i) ? call_effects(o, i) : 0;
}

/* Functions may call each other in circles, so effects grow until they do not any more. */
static void find_effects(struct order *o) {
    bool grew = true;
    while (grew) {
        grew = false;
        FOR_FUNCTIONS (f, o->module) {
            uint32_t before = effects_of(o, f), now = before;
            FOR_BLOCKS (b, f)
                FOR_INSTRUCTIONS (i, b) now |= instruction_effects(o, i);
            grew |= now != before;
            *int_map_put(&o->effects, (uintptr_t)f, NULL) = now;
        }
    }
}

/* ---- trees of operands ---- */

/* What the evaluation of an operand does, besides computing its value. */
static uint32_t tree_effects(struct order *o, LLVMValueRef v, uint32_t depth) {
    bool added;
    if (!LLVMIsAInstruction(v)) return 0;
    if (depth > MAX_DEPTH) return READS | WRITES;
    int_map_put(&o->seen, (uintptr_t)v, &added);
    uint32_t effects = added ? instruction_effects(o, v) : 0;
    for (int k = 0; added && k < LLVMGetNumOperands(v); k++) {
        LLVMValueRef operand = LLVMGetOperand(v, (unsigned)k);
        if (!LLVMIsABasicBlock(operand)) effects |= tree_effects(o, operand, depth + 1);
    }
    return effects;
}

static bool depends_on_order(struct order *o, LLVMValueRef i) {
    if (LLVMIsAPHINode(i) || LLVMIsATerminatorInst(i) || LLVMIsASelectInst(i)) return false;
    bool read = false, written = false, depends = false;
    int n = ir_is_call(i) ? (int)ir_arguments(i) : LLVMGetNumOperands(i);
    int_map_clear(&o->seen); /* a value that two operands share is evaluated once */
    for (int k = 0; k < n; k++) {
        uint32_t effects = tree_effects(o, LLVMGetOperand(i, (unsigned)k), 0);
        depends |= (effects & WRITES && (read || written)) || (effects & READS && written);
        read |= effects & READS;
        written |= effects & WRITES;
    }
    return depends;
}

void order_mark(LLVMModuleRef module) {
    struct order o = {.module = module};
    VEC(LLVMValueRef) found = {0};
    find_effects(&o);
    FOR_FUNCTIONS (f, module)
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b)
                if (depends_on_order(&o, i)) VEC_PUSH(&found, i);
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMValueRef mark =
        found.n ? ir_declare(module, MARK_ORDER, LLVMVoidTypeInContext(context), NULL, 0) : NULL;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
    for (uint32_t k = 0; k < found.n; k++) {
        LLVMPositionBuilderBefore(b, found.at[k]);
        LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(found.at[k]));
        LLVMBuildCall2(b, LLVMGlobalGetValueType(mark), mark, NULL, 0, "");
    }
    LLVMDisposeBuilder(b);
    VEC_RELEASE(&found);
    int_map_release(&o.effects);
    int_map_release(&o.seen);
}
