/* Positions and marks. Names of values come from clang: "x", "x.0", "x.addr.1.i": the part before
 * the first dot is the variable, or the operation for a temporary. names.c says how metadata nodes
 * are laid out. */
#include "frontend/translate/debug.h"

#include <assert.h>
#include <ctype.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "frontend/driver/ir.h"

static LLVMContextRef context_of(const struct translator *t) { return LLVMGetModuleContext(t->module); }

LLVMValueRef debug_operand(LLVMValueRef node, unsigned k) {
    LLVMValueRef few[32], *operands = few;
    if (!node || !LLVMIsAMDNode(node)) return NULL;
    unsigned n = LLVMGetMDNodeNumOperands(node);
    if (k >= n) return NULL;
    if (n > 32) operands = mem_zero(n, sizeof *operands);
    LLVMGetMDNodeOperands(node, operands);
    LLVMValueRef result = operands[k];
    if (operands != few) free(operands);
    return result;
}

const char *debug_string(LLVMValueRef node, unsigned k, unsigned *n) {
    LLVMValueRef s = debug_operand(node, k);
    return s && LLVMIsAMDString(s) ? LLVMGetMDString(s, n) : NULL;
}

const char *debug_function(struct translator *t, LLVMValueRef instruction) {
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(instruction);
    return place ? debug_function_at(t, place) : NULL;
}

const char *debug_function_at(struct translator *t, LLVMMetadataRef place) {
    LLVMMetadataRef scope = LLVMDILocationGetScope(place);
    bool added;
    uint64_t *known = int_map_put(&t->scopes, (uintptr_t)scope, &added);
    if (!added) return (const char *)(uintptr_t)*known;
    const char *name = NULL;
    unsigned n = 0;
    for (int depth = 0; scope && depth < 1000; depth++) {
        LLVMValueRef node = LLVMMetadataAsValue(context_of(t), scope);
        if (LLVMGetMetadataKind(scope) == LLVMDISubprogramMetadataKind) {
            name = debug_string(node, 2, &n);
            break;
        }
        LLVMValueRef outer = debug_operand(node, 1);
        scope = outer ? LLVMValueAsMetadata(outer) : NULL;
    }
    char *kept = NULL;
    if (name) {
        kept = arena_alloc(&t->cfa->arena, n + 1);
        memcpy(kept, name, n);
        kept[n] = 0;
    }
    *int_map_put(&t->scopes, (uintptr_t)LLVMDILocationGetScope(place), NULL) = (uintptr_t)kept;
    return kept;
}

const char *debug_value_name(struct translator *t, LLVMValueRef v) {
    const char *name = ir_name(v);
    size_t n = strcspn(name, ".");
    if (n == 0 || !(isalpha((unsigned char)*name) || *name == '_')) return NULL;
    char *kept = arena_alloc(&t->cfa->arena, n + 1);
    memcpy(kept, name, n);
    kept[n] = 0;
    return kept;
}
