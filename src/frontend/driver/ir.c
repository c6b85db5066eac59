#include "frontend/driver/ir.h"

#include <assert.h>
#include <string.h>

#include "util/hash.h"
#include "util/vec.h"

const char *ir_name(LLVMValueRef v) {
    size_t n;
    const char *name = LLVMGetValueName2(v, &n);
    return name ? name : "";
}

bool ir_has_name(LLVMValueRef v, const char *name) { return !strcmp(ir_name(v), name); }
bool ir_starts_with(LLVMValueRef v, const char *prefix) {
    return !strncmp(ir_name(v), prefix, strlen(prefix));
}
bool ir_has_body(LLVMValueRef function) { return LLVMGetFirstBasicBlock(function) != NULL; }

uint32_t ir_width(LLVMTypeRef t) {
    uint32_t width = LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t) : 0;
    return width <= 64 ? width : 0;
}

bool ir_is_call(LLVMValueRef v) {
    if (!LLVMIsAInstruction(v)) return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    return op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr;
}

LLVMValueRef ir_callee(LLVMValueRef call) {
    assert(ir_is_call(call));
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMIsAGlobalAlias(callee)) callee = LLVMAliasGetAliasee(callee);
    return LLVMIsAFunction(callee);
}

bool ir_is_debug(LLVMValueRef v) {
    if (!LLVMIsACallInst(v)) return false;
    LLVMValueRef f = LLVMIsAFunction(LLVMGetCalledValue(v));
    return f && ir_starts_with(f, "llvm.dbg.");
}

uint32_t ir_arguments(LLVMValueRef call) { return LLVMGetNumArgOperands(call); }

static unsigned kind_of(const char *name) { return LLVMGetEnumAttributeKindForName(name, strlen(name)); }

bool ir_has_attribute(LLVMValueRef v, uint32_t index, const char *name) {
    if (LLVMIsAFunction(v)) return LLVMGetEnumAttributeAtIndex(v, index, kind_of(name)) != NULL;
    return LLVMGetCallSiteEnumAttribute(v, index, kind_of(name)) != NULL;
}

LLVMTypeRef ir_result_in_memory(LLVMValueRef call) {
    LLVMValueRef f = ir_callee(call);
    unsigned kind = LLVMGetEnumAttributeKindForName("sret", 4);
    if (!f || ir_arguments(call) == 0) return NULL;
    LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(f, 1, kind);
    if (!a) a = LLVMGetCallSiteEnumAttribute(call, 1, kind);
    return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

void ir_drop_attribute(LLVMValueRef v, uint32_t index, const char *name) {
    if (LLVMIsAFunction(v)) LLVMRemoveEnumAttributeAtIndex(v, index, kind_of(name));
    else LLVMRemoveCallSiteEnumAttribute(v, index, kind_of(name));
}

void ir_add_attribute(LLVMValueRef function, const char *name) {
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
    LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(context, kind_of(name), 0));
}

void ir_add_note(LLVMValueRef function, const char *note) {
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
    LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(context, note, (unsigned)strlen(note), "", 0));
}

bool ir_has_note(LLVMValueRef function, const char *note) {
    return LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, note,
                                         (unsigned)strlen(note)) != NULL;
}

LLVMValueRef ir_debug_value(LLVMValueRef debug_call) {
    LLVMValueRef wrapped = LLVMGetOperand(debug_call, 0);
    if (!LLVMIsAValueAsMetadata(wrapped)) return NULL;
    LLVMValueRef value = NULL;
    LLVMGetMDNodeOperands(wrapped, &value);
    return value;
}

LLVMValueRef ir_declare(LLVMModuleRef m, const char *name, LLVMTypeRef result, LLVMTypeRef *params,
                        uint32_t n) {
    LLVMValueRef f = LLVMGetNamedFunction(m, name);
    return f ? f : LLVMAddFunction(m, name, LLVMFunctionType(result, params, n, false));
}

LLVMValueRef ir_after_allocas(LLVMValueRef function) {
    LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
    while (LLVMIsAAllocaInst(i)) i = LLVMGetNextInstruction(i);
    return i;
}

bool ir_is_static_alloca(LLVMValueRef v) {
    if (!LLVMIsAAllocaInst(v) || !LLVMIsAConstantInt(LLVMGetOperand(v, 0))) return false;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(v);
    return block == LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block));
}

bool ir_is_fixed_address(LLVMValueRef v) {
    while (LLVMIsAGetElementPtrInst(v)) {
        for (int i = 1; i < LLVMGetNumOperands(v); i++)
            if (!LLVMIsAConstantInt(LLVMGetOperand(v, (unsigned)i))) return false;
        v = LLVMGetOperand(v, 0);
    }
    return ir_is_static_alloca(v) || LLVMIsAGlobalVariable(v);
}

uint64_t ir_alloca_size(LLVMTargetDataRef layout, LLVMValueRef alloca) {
    return LLVMABISizeOfType(layout, LLVMGetAllocatedType(alloca)) *
           LLVMConstIntGetZExtValue(LLVMGetOperand(alloca, 0));
}

bool ir_in_cycle(LLVMBasicBlockRef block) {
    struct int_map seen = {0};
    VEC(LLVMBasicBlockRef) work = {0};
    bool back = false;
    VEC_PUSH(&work, block);
    while (work.n > 0 && !back) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(VEC_POP(&work));
        for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
            bool added;
            int_map_put(&seen, (uintptr_t)next, &added);
            back |= next == block;
            if (added) VEC_PUSH(&work, next);
        }
    }
    VEC_RELEASE(&work);
    int_map_release(&seen);
    return back;
}

static bool is_floating(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMFloatTypeKind || LLVMGetTypeKind(type) == LLVMDoubleTypeKind;
}

bool ir_is_sequence(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMArrayTypeKind || (kind == LLVMVectorTypeKind && is_floating(LLVMGetElementType(type)));
}

bool ir_is_plain_vector(LLVMTargetDataRef layout, LLVMTypeRef type) {
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind) return false;
    LLVMTypeRef element = LLVMGetElementType(type);
    uint64_t bits = LLVMSizeOfTypeInBits(layout, element);
    return (ir_width(element) || is_floating(element)) && bits == 8 * LLVMABISizeOfType(layout, element);
}

uint64_t ir_sequence_length(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : LLVMGetArrayLength2(type);
}

static unsigned mark_kind(LLVMValueRef i, const char *name) {
    return LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(i)), name, (unsigned)strlen(name));
}

static void mark(LLVMValueRef i, const char *name) {
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(i));
    LLVMSetMetadata(i, mark_kind(i, name),
                    LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)));
}

static bool is_marked(LLVMValueRef i, const char *name) {
    return LLVMGetMetadata(i, mark_kind(i, name)) != NULL;
}

static const char tail_mark[] = "edgewise.tail", given_mark[] = "edgewise.given",
                  block_mark[] = "edgewise.block";

void ir_mark_tail(LLVMValueRef branch) { mark(branch, tail_mark); }
bool ir_is_tail(LLVMValueRef branch) { return is_marked(branch, tail_mark); }
void ir_mark_given(LLVMValueRef load) { mark(load, given_mark); }
bool ir_is_given(LLVMValueRef load) { return is_marked(load, given_mark); }

void ir_note_blocks(LLVMModuleRef module, const char *function) {
    LLVMValueRef f = LLVMGetNamedFunction(module, function);
    if (!f || !ir_has_body(f)) return;
    FOR_BLOCKS (b, f)
        FOR_INSTRUCTIONS (i, b)
            if (ir_is_call(i) && ir_callee(i) && ir_has_name(ir_callee(i), "malloc")) mark(i, block_mark);
}

bool ir_is_noted_block(LLVMValueRef site) { return is_marked(site, block_mark); }

static const char realloc_note[] = MARK_PREFIX "realloc";

void ir_note_realloc(LLVMModuleRef module) {
    LLVMValueRef f = LLVMGetNamedFunction(module, "realloc");
    if (f) LLVMGetOrInsertNamedMetadata(module, realloc_note, sizeof realloc_note - 1);
}

bool ir_has_realloc(LLVMModuleRef module) {
    return LLVMGetNamedMetadata(module, realloc_note, sizeof realloc_note - 1) != NULL;
}
