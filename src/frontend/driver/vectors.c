/* Programs compute with vectors by an extension of gcc:
 *
 *     typedef int v4 __attribute__((vector_size(16)));
 *     v4 a = {1, 2, 3, 4}, b = a + a;      assert(b[3] == 8);
 *
 * Memory knows scalars only, and pointers are followed through scalars only. So a vector is loaded
 * and stored element by element; LLVM's scalarizer, which leaves memory alone as it is run here,
 * then finds every vector made of scalars and takes arithmetic apart as well. Vectors whose
 * elements have no size in bytes (of bits, of wide integers) stay as they are, and are cut where
 * they are used. */
#include "frontend/driver/vectors.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>

#include "frontend/driver/ir.h"
#include "util/vec.h"

struct splitter {
    LLVMContextRef context;
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
};

static LLVMValueRef element_address(struct splitter *s, LLVMValueRef pointer, LLVMTypeRef element,
                                    unsigned i) {
    LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(s->context), i, false);
    return LLVMBuildGEP2(s->builder, element, pointer, &index, 1, "");
}

static LLVMValueRef number(struct splitter *s, unsigned i) {
    return LLVMConstInt(LLVMInt32TypeInContext(s->context), i, false);
}

static void split_load(struct splitter *s, LLVMValueRef load) {
    LLVMTypeRef type = LLVMTypeOf(load), element = LLVMGetElementType(type);
    LLVMValueRef whole = LLVMGetPoison(type);
    for (unsigned i = 0; i < LLVMGetVectorSize(type); i++) {
        LLVMValueRef at = element_address(s, LLVMGetOperand(load, 0), element, i);
        LLVMValueRef part = LLVMBuildLoad2(s->builder, element, at, "");
        LLVMSetAlignment(part, 1);
        LLVMSetVolatile(part, LLVMGetVolatile(load));
        whole = LLVMBuildInsertElement(s->builder, whole, part, number(s, i), "");
    }
    LLVMReplaceAllUsesWith(load, whole);
}

static void split_store(struct splitter *s, LLVMValueRef store) {
    LLVMValueRef whole = LLVMGetOperand(store, 0);
    LLVMTypeRef type = LLVMTypeOf(whole), element = LLVMGetElementType(type);
    for (unsigned i = 0; i < LLVMGetVectorSize(type); i++) {
        LLVMValueRef part = LLVMBuildExtractElement(s->builder, whole, number(s, i), "");
        LLVMValueRef at = element_address(s, LLVMGetOperand(store, 1), element, i);
        LLVMValueRef split = LLVMBuildStore(s->builder, part, at);
        LLVMSetAlignment(split, 1);
        LLVMSetVolatile(split, LLVMGetVolatile(store));
    }
}

static void split(struct splitter *s, LLVMValueRef access) {
    assert(LLVMIsALoadInst(access) || LLVMIsAStoreInst(access));
    LLVMPositionBuilderBefore(s->builder, access);
    LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(access));
    if (LLVMIsALoadInst(access)) split_load(s, access);
    else split_store(s, access);
    LLVMInstructionEraseFromParent(access);
}

bool vectors_split(LLVMModuleRef module) {
    struct splitter s = {.context = LLVMGetModuleContext(module), .layout = LLVMGetModuleDataLayout(module)};
    VEC(LLVMValueRef) accesses = {0};
    s.builder = LLVMCreateBuilderInContext(s.context);
    FOR_FUNCTIONS (f, module)
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b) {
                bool load = LLVMIsALoadInst(i), store = LLVMIsAStoreInst(i);
                LLVMTypeRef type = load ? LLVMTypeOf(i) : store ? LLVMTypeOf(LLVMGetOperand(i, 0)) : NULL;
                if (type && ir_is_plain_vector(s.layout, type)) VEC_PUSH(&accesses, i);
            }
    for (uint32_t i = 0; i < accesses.n; i++) split(&s, accesses.at[i]);
    bool any = accesses.n > 0;
    VEC_RELEASE(&accesses);
    LLVMDisposeBuilder(s.builder);
    return any;
}
