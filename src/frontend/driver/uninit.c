/* Uninitialized variables. LLVM promotes a read before the first write to `undef`, and every pass
 * may then pick a value that suits it; for a verifier that is a wrong TRUE. So before any pass
 * runs, each local variable gets a store of a marker's result, an arbitrary but fixed value, where
 * its life begins: at its llvm.dbg.declare or llvm.lifetime.start, which clang places at the
 * declaration and which a loop passes in every round, and at the top of the function for whatever
 * may be reached without that.
 *
 * Values are stored as integers and pointers only: a float that begins as arbitrary bits can be any
 * NaN, which an arbitrary float term could not. Padding gets stores of its own. Objects with more
 * than MAX_LEAVES scalars get one call of a marker instead, which also keeps SROA from splitting
 * them and so from making an undef of a part. */
#include "frontend/driver/uninit.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "frontend/driver/ir.h"
#include "util/hash.h"
#include "util/vec.h"

enum { MAX_LEAVES = 64 };

struct leaf {
    uint64_t offset, bytes;
    bool pointer;
};
typedef VEC(struct leaf) leaf_vec;

struct marker {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
};

static bool leaves_of(struct marker *m, LLVMTypeRef type, uint64_t offset, leaf_vec *leaves);

static bool elements_of(struct marker *m, LLVMTypeRef type, uint64_t offset, leaf_vec *leaves) {
    LLVMTypeRef element = LLVMGetElementType(type);
    uint64_t n = ir_sequence_length(type);
    if (n > MAX_LEAVES) return false;
    for (uint64_t i = 0; i < n; i++)
        if (!leaves_of(m, element, offset + i * LLVMABISizeOfType(m->layout, element), leaves)) return false;
    return true;
}

/* False when the type has too many leaves. */
static bool leaves_of(struct marker *m, LLVMTypeRef type, uint64_t offset, leaf_vec *leaves) {
    if (leaves->n > MAX_LEAVES) return false;
    if (ir_is_sequence(type) || ir_is_plain_vector(m->layout, type))
        return elements_of(m, type, offset, leaves);
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            if (!leaves_of(m, LLVMStructGetTypeAtIndex(type, i),
                           offset + LLVMOffsetOfElement(m->layout, type, i), leaves))
                return false;
        return true;
    default:
        VEC_PUSH(leaves, (struct leaf){offset, LLVMStoreSizeOfType(m->layout, type),
                                       LLVMGetTypeKind(type) == LLVMPointerTypeKind});
        return leaves->n <= MAX_LEAVES;
    }
}

/* Padding between the leaves, which come in order of offset, as leaves of their own. */
static void add_padding(leaf_vec *leaves, uint64_t size) {
    uint64_t at = 0;
    uint32_t n = leaves->n;
    for (uint32_t i = 0; i <= n; i++) {
        uint64_t next = i < n ? leaves->at[i].offset : size;
        while (at < next) {
            uint64_t bytes = next - at < 8 ? next - at : 8;
            VEC_PUSH(leaves, (struct leaf){at, bytes, false});
            at += bytes;
        }
        if (i < n && leaves->at[i].offset + leaves->at[i].bytes > at)
            at = leaves->at[i].offset + leaves->at[i].bytes;
    }
}

static void store_leaf(struct marker *m, LLVMValueRef alloca, struct leaf leaf) {
    LLVMTypeRef byte = LLVMInt8TypeInContext(m->context);
    LLVMTypeRef type = leaf.pointer ? LLVMPointerTypeInContext(m->context, 0)
                                    : LLVMIntTypeInContext(m->context, (unsigned)leaf.bytes * 8);
    char name[64];
    snprintf(name, sizeof name, MARK_UNINIT "%s%u", leaf.pointer ? "p" : "i", (unsigned)leaf.bytes * 8);
    LLVMValueRef f = ir_declare(m->module, name, type, NULL, 0);
    LLVMValueRef value = LLVMBuildCall2(m->builder, LLVMGlobalGetValueType(f), f, NULL, 0, ir_name(alloca));
    LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(m->context), leaf.offset, false);
    LLVMValueRef at = leaf.offset ? LLVMBuildGEP2(m->builder, byte, alloca, &offset, 1, "") : alloca;
    LLVMSetAlignment(LLVMBuildStore(m->builder, value, at), 1);
}

static void mark_large(struct marker *m, LLVMValueRef alloca, uint64_t size) {
    LLVMTypeRef params[2] = {LLVMPointerTypeInContext(m->context, 0), LLVMInt64TypeInContext(m->context)};
    LLVMValueRef f = ir_declare(m->module, MARK_UNINIT_MEM, LLVMVoidTypeInContext(m->context), params, 2);
    LLVMValueRef args[2] = {alloca, LLVMConstInt(params[1], size, false)};
    LLVMBuildCall2(m->builder, LLVMGlobalGetValueType(f), f, args, 2, "");
}

static void begin_life(struct marker *m, LLVMValueRef alloca, LLVMValueRef before) {
    leaf_vec leaves = {0};
    uint64_t size = ir_alloca_size(m->layout, alloca);
    LLVMPositionBuilderBefore(m->builder, before);
    LLVMSetCurrentDebugLocation2(m->builder, LLVMInstructionGetDebugLoc(before));
    if (LLVMConstIntGetZExtValue(LLVMGetOperand(alloca, 0)) == 1 &&
        leaves_of(m, LLVMGetAllocatedType(alloca), 0, &leaves)) {
        add_padding(&leaves, size);
        for (uint32_t i = 0; i < leaves.n; i++) store_leaf(m, alloca, leaves.at[i]);
    } else if (size > 0) {
        mark_large(m, alloca, size);
    }
    VEC_RELEASE(&leaves);
}

/* ---- where lives begin ---- */

/* The alloca that a pointer is computed from by constant steps, or NULL. */
static LLVMValueRef root_alloca(LLVMValueRef v) {
    while (LLVMIsAGetElementPtrInst(v)) v = LLVMGetOperand(v, 0);
    return LLVMIsAAllocaInst(v);
}

enum { USED_EARLY = 1, BEGINS_IN_ENTRY = 2 };

static LLVMValueRef life_of(LLVMValueRef i) {
    if (!LLVMIsACallInst(i)) return NULL;
    LLVMValueRef f = LLVMIsAFunction(LLVMGetCalledValue(i)), v = NULL;
    if (f && ir_has_name(f, "llvm.dbg.declare")) v = ir_debug_value(i);
    else if (f && ir_starts_with(f, "llvm.lifetime.start")) v = LLVMGetOperand(i, 1);
    return v && ir_is_static_alloca(v) ? v : NULL;
}

/* Is this the declaration of a parameter, of a function that a compiler has inlined here? Its value
 * is stored in front of the declaration, in the same block.
 * `!DILocalVariable(name: "l", arg: 1, ...)`: LLVM's C interface has no way to ask for that, and
 * printing is slow, so it is done only where such a store is. */
static bool is_inlined_parameter(LLVMValueRef declaration, LLVMValueRef alloca) {
    bool stored = false;
    for (LLVMValueRef i = LLVMGetPreviousInstruction(declaration); i && !stored;
         i = LLVMGetPreviousInstruction(i))
        stored = LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == alloca;
    if (!stored || !ir_is_debug(declaration)) return false;
    char *text = LLVMPrintValueToString(LLVMGetOperand(declaration, 1));
    bool parameter = strstr(text, ", arg: ") != NULL;
    LLVMDisposeMessage(text);
    return parameter;
}

/* In the entry block, a variable that is used before its declaration is a parameter, which has a
 * value. */
static void scan_entry(LLVMBasicBlockRef entry, struct int_map *flags,
                       void (*begin)(void *, LLVMValueRef, LLVMValueRef), void *context) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(entry), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        LLVMValueRef alloca = life_of(i);
        if (alloca) {
            uint64_t *flag = int_map_put(flags, (uintptr_t)alloca, NULL);
            bool parameter = *flag & USED_EARLY;
            *flag |= BEGINS_IN_ENTRY;
            if (!parameter) begin(context, alloca, i);
        } else if (!ir_is_debug(i)) {
            for (int o = 0; o < LLVMGetNumOperands(i); o++) {
                LLVMValueRef used = root_alloca(LLVMGetOperand(i, (unsigned)o));
                if (used && !LLVMIsAGetElementPtrInst(i))
                    *int_map_put(flags, (uintptr_t)used, NULL) |= USED_EARLY;
            }
        }
    }
}

void uninit_visit(LLVMValueRef function,
                  void (*begin)(void *context, LLVMValueRef alloca, LLVMValueRef before), void *context) {
    struct int_map flags = {0};
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    LLVMValueRef body = ir_after_allocas(function);
    scan_entry(entry, &flags, begin, context);
    FOR_BLOCKS (block, function) {
        if (block == entry) continue;
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            LLVMValueRef alloca = life_of(i);
            if (alloca && !is_inlined_parameter(i, alloca)) begin(context, alloca, i);
        }
    }
    bool leading = true;
    for (LLVMValueRef i = LLVMGetFirstInstruction(entry), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (i == body) leading = false;
        uint64_t *flag = int_map_get(&flags, (uintptr_t)i);
        if (ir_is_static_alloca(i) && !(flag && (*flag & BEGINS_IN_ENTRY)))
            begin(context, i, leading ? body : next);
    }
    int_map_release(&flags);
}

static void begin_here(void *context, LLVMValueRef alloca, LLVMValueRef before) {
    /* shadows have a value */
    if (!ir_starts_with(alloca, MARK_PREFIX)) begin_life(context, alloca, before);
}

void uninit_mark(LLVMModuleRef module) {
    struct marker m = {
        .module = module, .context = LLVMGetModuleContext(module), .layout = LLVMGetModuleDataLayout(module)};
    m.builder = LLVMCreateBuilderInContext(m.context);
    FOR_FUNCTIONS (f, module)
        if (ir_has_body(f)) uninit_visit(f, begin_here, &m);
    LLVMDisposeBuilder(m.builder);
}
