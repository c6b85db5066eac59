/* -fsanitize=function puts two numbers in front of the code of each function, a mark and a hash of
 * its type, and reads them before a call through a pointer:
 *
 *     %place = getelementptr <{ i32, i32 }>, ptr %p, i32 -1, i32 1       define i32 @f(i32)
 *                                                                        !func_sanitize !1
 *     %hash = load i32, ptr %place                                       !1 = !{i32 mark, i32 hash}
 *     %same = icmp eq i32 %hash, 12345
 *
 * There is no code in the automaton's memory. A pointer can hold the functions whose address is
 * taken, so the mark is there, and the hash is 12345 unless the pointer is a function of another
 * type. A function without a body has no type here, and clang's library functions have no mark:
 * such calls are taken for right, as the compiled program takes them. */
#include "frontend/driver/signatures.h"

#include "frontend/driver/ir.h"
#include "util/vec.h"

struct signatures {
    LLVMBuilderRef builder;
    unsigned kind;           /* of the metadata */
    VEC(LLVMValueRef) taken; /* functions with a type whose address is taken */
    VEC(LLVMValueRef) loads; /* of a mark or a hash */
};

static bool is_taken(LLVMValueRef f) {
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u))
        if (!ir_is_call(LLVMGetUser(u)) || LLVMGetCalledValue(LLVMGetUser(u)) != f) return true;
    return false;
}

/* Number k of the pair. */
static LLVMValueRef number_of(const struct signatures *s, LLVMValueRef f, unsigned k) {
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(f));
    size_t n = 0;
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(f, &n);
    LLVMValueRef found = NULL, pair[2];
    for (unsigned i = 0; i < n; i++) {
        if (LLVMValueMetadataEntriesGetKind(all, i) != s->kind) continue;
        LLVMValueRef node = LLVMMetadataAsValue(context, LLVMValueMetadataEntriesGetMetadata(all, i));
        if (LLVMGetMDNodeNumOperands(node) != 2) continue;
        LLVMGetMDNodeOperands(node, pair);
        found = pair[k];
    }
    LLVMDisposeValueMetadataEntries(all);
    return found;
}

/* 0: the mark, 1: the hash, -1: neither is read here. */
static int which_number(LLVMValueRef i) {
    LLVMValueRef place = LLVMIsALoadInst(i) ? LLVMGetOperand(i, 0) : NULL;
    if (!place || !LLVMIsAGetElementPtrInst(place) || LLVMGetNumIndices(place) != 2) return -1;
    LLVMTypeRef pair = LLVMGetGEPSourceElementType(place);
    if (LLVMGetTypeKind(pair) != LLVMStructTypeKind || !LLVMIsPackedStruct(pair) ||
        !LLVMGetMetadata(i, LLVMGetMDKindIDInContext(LLVMGetTypeContext(pair), "nosanitize", 10)))
        return -1;
    LLVMValueRef row = LLVMGetOperand(place, 1), field = LLVMGetOperand(place, 2);
    if (!LLVMIsAConstantInt(row) || LLVMConstIntGetSExtValue(row) != -1 || !LLVMIsAConstantInt(field))
        return -1;
    return (int)LLVMConstIntGetZExtValue(field);
}

/* What the only comparison wants. */
static LLVMValueRef wanted(LLVMValueRef load) {
    LLVMUseRef use = LLVMGetFirstUse(load);
    LLVMValueRef user = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
    bool compares = user && LLVMIsAICmpInst(user) && LLVMGetOperand(user, 0) == load;
    return compares && LLVMIsAConstantInt(LLVMGetOperand(user, 1)) ? LLVMGetOperand(user, 1) : NULL;
}

static void resolve(struct signatures *s, LLVMValueRef load) {
    LLVMValueRef number = wanted(load), pointer = LLVMGetOperand(LLVMGetOperand(load, 0), 0);
    unsigned k = (unsigned)which_number(load);
    if (!number) return;
    LLVMPositionBuilderBefore(s->builder, load);
    for (uint32_t i = 0; i < s->taken.n && k == 1; i++) {
        LLVMValueRef f = s->taken.at[i], own = number_of(s, f, 1);
        if (own == number) continue;
        LLVMValueRef is_f = LLVMBuildICmp(s->builder, LLVMIntEQ, pointer, f, "");
        number = LLVMBuildSelect(s->builder, is_f, own, number, "");
    }
    LLVMReplaceAllUsesWith(load, number);
    LLVMInstructionEraseFromParent(load);
}

void signatures_resolve(LLVMModuleRef module) {
    LLVMContextRef context = LLVMGetModuleContext(module);
    struct signatures s = {.kind = LLVMGetMDKindIDInContext(context, "func_sanitize", 13)};
    s.builder = LLVMCreateBuilderInContext(context);
    FOR_FUNCTIONS (f, module) {
        if (ir_has_body(f) && number_of(&s, f, 1) && is_taken(f)) VEC_PUSH(&s.taken, f);
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b)
                if (which_number(i) >= 0) VEC_PUSH(&s.loads, i);
    }
    for (uint32_t i = 0; i < s.loads.n; i++) resolve(&s, s.loads.at[i]);
    LLVMDisposeBuilder(s.builder);
    VEC_RELEASE(&s.taken);
    VEC_RELEASE(&s.loads);
}
