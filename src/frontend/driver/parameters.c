/* LLVM's C interface has no way to ask a debug variable whether it is a parameter, short of
 * printing it: `!DILocalVariable(name: "n", arg: 1, ...)`. To print one node, LLVM numbers those of
 * the whole module, so that with thousands of variables a program's traces took longer to prepare
 * than its pointers to follow.
 *
 *     int f(int n, char *s) { int k = n; ... }        declares n, s, k, in this order
 *
 * clang declares the parameters first and in order, so the first ones that have the types of the
 * function's signature are they. Where they have not (definitions without a prototype, code of
 * other compilers), nothing is said here, and types.c prints. */
#include "frontend/driver/parameters.h"

#include <llvm-c/DebugInfo.h>

#include "frontend/driver/ir.h"
#include "frontend/translate/debug.h"
#include "util/vec.h"

#define NOTED "edgewise.parameters"

typedef VEC(LLVMValueRef) value_vec;

/* The types of a function: result, then parameters; NULL for `...` and where there is no
 * prototype. */
static LLVMValueRef signature_of(LLVMContextRef context, LLVMMetadataRef subprogram) {
    LLVMValueRef node = LLVMMetadataAsValue(context, subprogram);
    for (unsigned k = 0; k < LLVMGetMDNodeNumOperands(node); k++) {
        LLVMValueRef type = debug_operand(node, k);
        if (type && LLVMIsAMDNode(type) &&
            LLVMGetMetadataKind(LLVMValueAsMetadata(type)) == LLVMDISubroutineTypeMetadataKind)
            return debug_operand(type, 3);
    }
    return NULL;
}

static void collect_variables(LLVMValueRef f, value_vec *variables) {
    FOR_BLOCKS (b, f)
        FOR_INSTRUCTIONS (i, b)
            if (ir_is_debug(i) && ir_has_name(ir_callee(i), "llvm.dbg.declare"))
                VEC_PUSH(variables, LLVMGetOperand(i, 1));
}

/* How many of the variables are parameters; UINT32_MAX: that cannot be told. */
static uint32_t count_parameters(LLVMValueRef signature, const value_vec *variables) {
    uint32_t n = signature && LLVMIsAMDNode(signature) ? LLVMGetMDNodeNumOperands(signature) : 0;
    if (n == 0 || (n == 2 && !debug_operand(signature, 1))) return UINT32_MAX; /* no prototype */
    uint32_t count = 0;
    for (uint32_t k = 1; k < n; k++) {
        LLVMValueRef type = debug_operand(signature, k);
        if (!type) break; /* variable arguments */
        if (count >= variables->n || debug_operand(variables->at[count], 3) != type) return UINT32_MAX;
        count++;
    }
    return count;
}

static void note(LLVMModuleRef module, LLVMValueRef variable, uint32_t number) {
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMMetadataRef both[2] = {
        LLVMValueAsMetadata(variable),
        LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(context), number, false))};
    LLVMAddNamedMetadataOperand(module, NOTED,
                                LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, both, 2)));
}

void parameters_mark(LLVMModuleRef module) {
    value_vec variables = {0};
    FOR_FUNCTIONS (f, module) {
        LLVMMetadataRef subprogram = ir_has_body(f) ? LLVMGetSubprogram(f) : NULL;
        if (!subprogram) continue;
        VEC_CLEAR(&variables);
        collect_variables(f, &variables);
        uint32_t n = count_parameters(signature_of(LLVMGetModuleContext(module), subprogram), &variables);
        for (uint32_t i = 0; i < variables.n && n != UINT32_MAX; i++)
            note(module, variables.at[i], i < n ? i + 1 : 0);
    }
    VEC_RELEASE(&variables);
}

void parameters_read(LLVMModuleRef module, struct int_map *numbers) {
    value_vec all = {0};
    VEC_RESIZE(&all, LLVMGetNamedMetadataNumOperands(module, NOTED));
    if (all.n) LLVMGetNamedMetadataOperands(module, NOTED, all.at);
    for (uint32_t i = 0; i < all.n; i++) {
        LLVMValueRef variable = debug_operand(all.at[i], 0), number = debug_operand(all.at[i], 1);
        if (!variable || !number || !LLVMIsAConstantInt(number)) continue; /* not ours */
        *int_map_put(numbers, (uintptr_t)LLVMValueAsMetadata(variable), NULL) =
            LLVMConstIntGetZExtValue(number);
    }
    VEC_RELEASE(&all);
}
