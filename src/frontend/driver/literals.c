/* clang says where the life of a variable begins and ends, but not where that of a compound literal
 * does:
 *
 *     int *p;
 *     { p = &(int){3}; }              the literal lives as long as this block is being executed
 *     while (n--) p = &(int){n};      and this one for a round, because the body of a loop is a
 *                                     block, with braces or without
 *     return *p;                      undefined (C11 6.5.2.5, 6.8)
 *
 * The block is told by debug information: the scope of the instruction that first touches the
 * literal. Its life ends wherever control comes from an instruction of that scope to one outside,
 * and at the next round's condition of a loop whose body has no scope of its own. Of the blocks
 * that C knows, one is taken for longer than it is: a literal in the condition of a while loop
 * without a scope around lives on behind the loop.
 *
 * Ends too many would be no wrong verdict: a use of dead memory must be confirmed by a compiled
 * run. */
#include "frontend/driver/literals.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <string.h>

#include "frontend/driver/ir.h"
#include "util/hash.h"
#include "util/vec.h"

typedef VEC(LLVMValueRef) value_vec;

enum { DEEPEST = 1000 };

/* The scope around a scope; NULL around a function. A DILexicalBlock is (file, scope). */
static LLVMMetadataRef outer_scope(LLVMContextRef context, LLVMMetadataRef scope) {
    LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
    if (kind != LLVMDILexicalBlockMetadataKind && kind != LLVMDILexicalBlockFileMetadataKind) return NULL;
    LLVMValueRef node = LLVMMetadataAsValue(context, scope), operands[2];
    if (LLVMGetMDNodeNumOperands(node) != 2) return NULL;
    LLVMGetMDNodeOperands(node, operands);
    return operands[1] ? LLVMValueAsMetadata(operands[1]) : NULL;
}

struct literal {
    LLVMContextRef context;
    LLVMValueRef alloca, first; /* the first instruction that touches it */
    LLVMMetadataRef scope;      /* of the block that it lives in */
};

static bool is_inside(const struct literal *l, LLVMMetadataRef scope) {
    for (int depth = 0; scope && depth < DEEPEST; depth++) {
        if (scope == l->scope) return true;
        scope = outer_scope(l->context, scope);
    }
    return false;
}

/* clang's own names begin with a dot, which no identifier of C does. */
static bool is_literal(LLVMValueRef v) {
    return ir_is_static_alloca(v) && ir_starts_with(v, ".compoundliteral");
}

static bool uses(LLVMValueRef i, LLVMValueRef v) {
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
        if (LLVMGetOperand(i, (unsigned)k) == v) return true;
    return false;
}

static LLVMMetadataRef scope_of(LLVMValueRef i) {
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(i);
    return place && LLVMDILocationGetLine(place) ? LLVMDILocationGetScope(place) : NULL;
}

/* clang writes blocks in the order of the source. */
static bool find_first(struct literal *l, LLVMValueRef function) {
    FOR_BLOCKS (b, function)
        FOR_INSTRUCTIONS (i, b)
            if (uses(i, l->alloca)) {
                l->first = i;
                l->scope = scope_of(i);
                return l->scope != NULL;
            }
    return false;
}

static LLVMValueRef after_phis(LLVMBasicBlockRef b) {
    LLVMValueRef i = LLVMGetFirstInstruction(b);
    while (i && LLVMIsAPHINode(i)) i = LLVMGetNextInstruction(i);
    assert(i);
    return i;
}

/* Does the block belong to the scope, as far as its first instruction with a place says? */
static bool begins_inside(const struct literal *l, LLVMBasicBlockRef b, bool unsaid) {
    FOR_INSTRUCTIONS (i, b)
        if (scope_of(i) && !ir_is_debug(i)) return is_inside(l, scope_of(i));
    return unsaid;
}

/* The places in a block where control leaves the scope; `inside` at the beginning, and the result
 * at the end of the block. */
static bool leave_within(const struct literal *l, LLVMBasicBlockRef b, bool inside, value_vec *ends) {
    FOR_INSTRUCTIONS (i, b) {
        if (!scope_of(i) || ir_is_debug(i)) continue;
        bool now = is_inside(l, scope_of(i));
        if (inside && !now) VEC_PUSH(ends, i);
        inside = now;
    }
    return inside;
}

/* Where a loop without braces begins its next round. */
static bool is_next_round(LLVMBasicBlockRef b) {
    static const char *const names[] = {"while.cond", "do.cond", "for.inc", "for.cond"};
    const char *name = LLVMGetBasicBlockName(b);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(name, names[i], strlen(names[i]))) return true;
    return false;
}

/* Follows control from the first touch through the scope. */
static void find_ends(const struct literal *l, value_vec *ends) {
    LLVMBasicBlockRef start = LLVMGetInstructionParent(l->first);
    struct int_map seen = {0};
    VEC(LLVMBasicBlockRef) waiting = {0};
    VEC_PUSH(&waiting, start);
    while (waiting.n) {
        LLVMBasicBlockRef b = VEC_POP(&waiting);
        bool inside = leave_within(l, b, begins_inside(l, b, true), ends);
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        if (inside && LLVMIsAReturnInst(last)) VEC_PUSH(ends, last);
        for (unsigned i = 0; inside && i < LLVMGetNumSuccessors(last); i++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(last, i);
            bool added;
            int_map_put(&seen, (uintptr_t)next, &added);
            if (!added) continue;
            bool stays = begins_inside(l, next, true);
            bool round = is_next_round(next) && next != start && ir_in_cycle(start);
            if (!stays || round) VEC_PUSH(ends, after_phis(next));
            if (stays) VEC_PUSH(&waiting, next);
        }
    }
    int_map_release(&seen);
    VEC_RELEASE(&waiting);
}

static void mark(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef before, LLVMValueRef alloca,
                 const char *intrinsic) {
    LLVMTypeRef pointer = LLVMTypeOf(alloca);
    unsigned id = LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic));
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(module, id, &pointer, 1);
    uint64_t size = ir_alloca_size(LLVMGetModuleDataLayout(module), alloca);
    LLVMTypeRef word = LLVMInt64TypeInContext(LLVMGetModuleContext(module));
    LLVMValueRef args[] = {LLVMConstInt(word, size, false), alloca};
    LLVMPositionBuilderBefore(builder, before);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(before));
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(f), f, args, 2, "");
}

static void mark_literal(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef function,
                         LLVMValueRef alloca) {
    struct literal l = {.context = LLVMGetModuleContext(module), .alloca = alloca};
    value_vec ends = {0};
    if (!find_first(&l, function)) return;
    find_ends(&l, &ends);
    mark(module, builder, l.first, alloca, "llvm.lifetime.start");
    for (uint32_t i = 0; i < ends.n; i++) mark(module, builder, ends.at[i], alloca, "llvm.lifetime.end");
    VEC_RELEASE(&ends);
}

void literals_mark(LLVMModuleRef module) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    value_vec found = {0};
    FOR_FUNCTIONS (f, module)
        if (ir_has_body(f))
            FOR_INSTRUCTIONS (i, LLVMGetEntryBasicBlock(f))
                if (is_literal(i)) VEC_PUSH(&found, i);
    for (uint32_t i = 0; i < found.n; i++) {
        LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(found.at[i]));
        mark_literal(module, builder, function, found.at[i]);
    }
    LLVMDisposeBuilder(builder);
    VEC_RELEASE(&found);
}
