/* A function that returns a small struct returns one value, put together and taken apart again:
 *
 *     struct view { size_t n; char *p; } v = make();     %1 = insertvalue { i64, ptr } poison, i64
 *                                                        %n, 0 %2 = insertvalue { i64, ptr } %1,
 *                                                        ptr %p, 1
 *     if (v.n > 0) ...                                   %3 = extractvalue { i64, ptr } %2, 0
 *
 * After inlining, %3 is %n. The points-to analysis knows one set of objects for all of %2, so that
 * the number v.n looked like an address that the program computes with, and its comparison became
 * arbitrary.
 *
 * Limits: a value that comes from several blocks (phi, select), from memory or from a call stays as
 * it is. */
#include "frontend/driver/aggregates.h"

#include <assert.h>
#include <stddef.h>

#include "frontend/driver/ir.h"

enum { MAX_MEMBERS = 1000 };

/* What was put in at the place that the instruction takes; NULL if that is not in sight. */
static LLVMValueRef source_of(LLVMValueRef extract) {
    assert(LLVMIsAExtractValueInst(extract));
    if (LLVMGetNumIndices(extract) != 1) return NULL;
    unsigned at = LLVMGetIndices(extract)[0];
    LLVMValueRef whole = LLVMGetOperand(extract, 0);
    /* in code that nothing reaches, a value may be made of itself */
    for (int n = 0; n < MAX_MEMBERS && LLVMIsAInsertValueInst(whole); n++, whole = LLVMGetOperand(whole, 0)) {
        if (LLVMGetIndices(whole)[0] != at) continue;
        return LLVMGetNumIndices(whole) == 1 ? LLVMGetOperand(whole, 1) : NULL;
    }
    return NULL;
}

void aggregates_fold(LLVMModuleRef module) {
    LLVMValueRef next;
    FOR_FUNCTIONS (f, module)
        FOR_BLOCKS (b, f)
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next) {
                next = LLVMGetNextInstruction(i);
                LLVMValueRef from = LLVMIsAExtractValueInst(i) ? source_of(i) : NULL;
                if (!from) continue;
                assert(LLVMTypeOf(from) == LLVMTypeOf(i));
                LLVMReplaceAllUsesWith(i, from);
                LLVMInstructionEraseFromParent(i);
            }
}
