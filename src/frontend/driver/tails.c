/* Recursion that is iteration.
 *
 * A function whose last act is to call itself is a loop, and a loop has invariants where unfolded
 * calls have only a depth. LLVM's tailcallelim makes it one; it also knows `return n * f(n - 1)`,
 * with an accumulator. Two functions that call each other become one that calls itself when one of
 * them is inlined into the other.
 *
 * The passes leave functions alone that are marked optnone, as all are that clang compiles at -O0:
 * so only those that call themselves lose the mark here. */
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

static bool open_recursive(LLVMModuleRef module, bool (*keep)(void *, LLVMValueRef), void *context) {
    bool any = false;
    FOR_FUNCTIONS (f, module) {
        if (!ir_has_body(f) || keep(context, f) || !calls(f, f)) continue;
        make_changeable(f);
        any = true;
    }
    return any;
}

void calls_straighten_tails(LLVMModuleRef module, bool (*keep)(void *context, LLVMValueRef f), void *context,
                            void (*run_passes)(LLVMModuleRef module, const char *passes)) {
    if (join_pairs(module, keep, context)) run_passes(module, "always-inline");
    if (open_recursive(module, keep, context))
        run_passes(module, "function(sroa<preserve-cfg>,tailcallelim)");
}
