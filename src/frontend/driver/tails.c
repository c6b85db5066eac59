/* Recursion that is iteration.
 *
 * A function whose last act is to call itself is a loop, and a loop has invariants where unfolded
 * calls have only a depth. LLVM's tailcallelim makes it one; it also knows `return n * f(n - 1)`,
 * with an accumulator. Two functions that call each other become one that calls itself when one of
 * them is inlined into the other.
 *
 * The passes leave functions alone that are marked optnone, as all are that clang compiles at -O0:
 * so only those that call themselves lose the mark here.
 *
 * For people it stays a call: the branch that was one gets metadata (ir_mark_tail), from which a
 * trace tells the call with its arguments. Where an accumulator was introduced, `r = n * f(n - 1)`
 * computes something else than what the source calls r, so nothing is said of r there. */
#include "frontend/driver/calls.h"

#include <string.h>

#include "frontend/driver/ir.h"
#include "util/vec.h"

static bool calls(LLVMValueRef caller, LLVMValueRef callee) {
    FOR_BLOCKS (b, caller)
        FOR_INSTRUCTIONS (i, b) {
            if (ir_is_call(i) && ir_callee(i) == callee) return true;
        }
    return false;
}

static void make_changeable(LLVMValueRef f) {
    uint32_t whole = (uint32_t)LLVMAttributeFunctionIndex;
    ir_drop_attribute(f, whole, "noinline");
    ir_drop_attribute(f, whole, "optnone");
}

/* The one that f calls back and forth with, if that does not call itself. */
static LLVMValueRef partner_of(LLVMValueRef f) {
    FOR_BLOCKS (b, f)
        FOR_INSTRUCTIONS (i, b) {
            LLVMValueRef g = ir_is_call(i) ? ir_callee(i) : NULL;
            if (g && g != f && ir_has_body(g) && calls(g, f) && !calls(g, g)) return g;
        }
    return NULL;
}

static bool marked(LLVMValueRef f, const char *attribute) {
    unsigned kind = LLVMGetEnumAttributeKindForName(attribute, strlen(attribute));
    return LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind) != NULL;
}

/* Marks one of each pair to be inlined; true if there is a pair. */
static bool join_pairs(LLVMModuleRef module, bool (*keep)(void *, LLVMValueRef), void *context) {
    bool any = false;
    FOR_FUNCTIONS (f, module) {
        if (!ir_has_body(f) || keep(context, f) || calls(f, f) || marked(f, "alwaysinline")) continue;
        LLVMValueRef g = partner_of(f);
        if (!g || keep(context, g) || marked(g, "alwaysinline")) continue;
        make_changeable(f);
        make_changeable(g);
        ir_add_attribute(g, "alwaysinline");
        any = true;
    }
    return any;
}

/* A function that calls itself, and where it begins before its calls become a loop. */
struct opened {
    LLVMValueRef function;
    LLVMBasicBlockRef begin;
};
typedef VEC(struct opened) opened_vec;

static void open_recursive(LLVMModuleRef module, bool (*keep)(void *, LLVMValueRef), void *context,
                           opened_vec *out) {
    FOR_FUNCTIONS (f, module) {
        if (!ir_has_body(f) || keep(context, f) || !calls(f, f)) continue;
        make_changeable(f);
        VEC_PUSH(out, (struct opened){f, LLVMGetEntryBasicBlock(f)});
    }
}

/* ---- what people are told ---- */

/* Is a value computed with this one, in one step? */
static bool is_operand(LLVMValueRef i, LLVMValueRef x) {
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
        if (LLVMGetOperand(i, (unsigned)k) == x) return true;
    return false;
}

/* The pass names what it makes; a name that the program gave can only make a trace shorter. */
static bool accumulates(LLVMBasicBlockRef begin, LLVMValueRef v) {
    FOR_INSTRUCTIONS (phi, begin) {
        if (!LLVMIsAPHINode(phi)) return false;
        if (ir_starts_with(phi, "accumulator.tr") &&
            (v == phi || (LLVMIsAInstruction(v) && is_operand(v, phi))))
            return true;
    }
    return false;
}

/* Nothing is said of variables that hold an accumulator now. */
static void forget_accumulators(LLVMValueRef f, LLVMBasicBlockRef begin) {
    FOR_BLOCKS (b, f)
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            LLVMValueRef shown = ir_is_debug(i) ? ir_debug_value(i) : NULL;
            if (shown && accumulates(begin, shown)) LLVMInstructionEraseFromParent(i);
        }
}

/* The pass puts a new beginning in front of a function that became a loop: all other branches to
 * the old one were calls. */
static void mark_calls(LLVMValueRef f, LLVMBasicBlockRef begin) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f);
    if (entry == begin) return;
    FOR_BLOCKS (b, f) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (b != entry && LLVMIsABranchInst(end) && LLVMGetNumSuccessors(end) == 1 &&
            LLVMGetSuccessor(end, 0) == begin)
            ir_mark_tail(end);
    }
    forget_accumulators(f, begin);
}

void calls_straighten_tails(LLVMModuleRef module, bool (*keep)(void *context, LLVMValueRef f), void *context,
                            void (*run_passes)(LLVMModuleRef module, const char *passes)) {
    if (join_pairs(module, keep, context)) run_passes(module, "always-inline");
    opened_vec all = {0};
    open_recursive(module, keep, context, &all);
    if (all.n) run_passes(module, "function(sroa<preserve-cfg>,tailcallelim)");
    for (uint32_t i = 0; i < all.n; i++) mark_calls(all.at[i].function, all.at[i].begin);
    VEC_RELEASE(&all);
}
