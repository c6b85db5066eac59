#include "frontend/driver/results.h"

#include <llvm-c/DebugInfo.h>

#include "frontend/driver/ir.h"
#include "frontend/translate/debug.h"

struct marker {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMDIBuilderRef debug;
    LLVMValueRef intrinsic;
};

/* The debug type of what the function returns: the first of its signature's types. */
static LLVMMetadataRef result_type(struct marker *m, LLVMMetadataRef subprogram) {
    LLVMValueRef node = LLVMMetadataAsValue(m->context, subprogram);
    for (unsigned k = 0; k < LLVMGetMDNodeNumOperands(node); k++) {
        LLVMValueRef signature = debug_operand(node, k);
        if (!signature || !LLVMIsAMDNode(signature) ||
            LLVMGetMetadataKind(LLVMValueAsMetadata(signature)) != LLVMDISubroutineTypeMetadataKind)
            continue;
        LLVMValueRef type = debug_operand(debug_operand(signature, 3), 0);
        return type ? LLVMValueAsMetadata(type) : NULL;
    }
    return NULL;
}

static void mark_return(struct marker *m, LLVMValueRef end, LLVMMetadataRef subprogram,
                        LLVMMetadataRef type) {
    LLVMValueRef v = LLVMGetOperand(end, 0);
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(end);
    if (!place || kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind) return;
    LLVMMetadataRef variable =
        LLVMDIBuilderCreateAutoVariable(m->debug, subprogram, "return", 6, LLVMDIScopeGetFile(subprogram),
                                        LLVMDISubprogramGetLine(subprogram), type, false, LLVMDIFlagZero, 0);
    LLVMMetadataRef empty = LLVMDIBuilderCreateExpression(m->debug, NULL, 0);
    LLVMValueRef args[] = {LLVMMetadataAsValue(m->context, LLVMValueAsMetadata(v)),
                           LLVMMetadataAsValue(m->context, variable), LLVMMetadataAsValue(m->context, empty)};
    LLVMPositionBuilderBefore(m->builder, end);
    LLVMSetCurrentDebugLocation2(m->builder, place);
    LLVMBuildCall2(m->builder, LLVMGlobalGetValueType(m->intrinsic), m->intrinsic, args, 3, "");
}

static void mark_function(struct marker *m, LLVMValueRef f) {
    LLVMMetadataRef subprogram = LLVMGetSubprogram(f);
    LLVMMetadataRef type = subprogram ? result_type(m, subprogram) : NULL;
    if (!type) return;
    FOR_BLOCKS (b, f) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (LLVMIsAReturnInst(end) && LLVMGetNumOperands(end)) mark_return(m, end, subprogram, type);
    }
}

void results_mark(LLVMModuleRef module) {
    struct marker m = {.module = module, .context = LLVMGetModuleContext(module)};
    m.builder = LLVMCreateBuilderInContext(m.context);
    m.debug = LLVMCreateDIBuilderDisallowUnresolved(module);
    m.intrinsic = LLVMGetIntrinsicDeclaration(module, LLVMLookupIntrinsicID("llvm.dbg.value", 14), NULL, 0);
    FOR_FUNCTIONS (f, module)
        if (ir_has_body(f)) mark_function(&m, f);
    LLVMDIBuilderFinalize(m.debug);
    LLVMDisposeDIBuilder(m.debug);
    LLVMDisposeBuilder(m.builder);
}
