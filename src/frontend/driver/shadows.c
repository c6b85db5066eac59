/* Values that nobody has set.
 *
 * A copy of an unset variable is no failure: a decision, an address, a divisor, an argument or a
 * result that depends on one is, as MemorySanitizer defines it (Stepanov and Serebryany, CGO 2015),
 * which is the judge of these checks. A value has a shadow of as many bits, in which a 1 stands for
 * a bit that nobody has set; operations compute the shadow of their result from those of their
 * operands.
 *
 *     int f(int c) {              unset_x = ~0
 *         int x;
 *         if (c) x = 1;           unset_x = 0 on this way
 *         return x + 1;           the shadow of the sum is unset_x: MARK_UNSET(unset_x != 0)
 *     }
 *
 * Most variables are set on all ways to where they are read. A walk over the blocks sees that, and
 * only the others (the suspects), and what is computed from them, get shadows. What is left after
 * LLVM's promotion to SSA are constants and phis.
 *
 * A function that ends without a value hands back `fell` instead: C forbids the caller to use the
 * value, and nothing else.
 *
 * Limits: shadows belong to local scalars and to members of local structs that are accessed by
 * name. A variable whose address is given away, an element of an array at a computed index, and
 * allocated memory are taken for set. Shadows of arithmetic are those of MemorySanitizer or larger;
 * where they are larger, a failure may be undecided. */
#include "frontend/driver/shadows.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "cfa/debug.h"
#include "frontend/driver/ir.h"
#include "frontend/driver/uninit.h"
#include "frontend/pointers/points_to.h"
#include "util/hash.h"
#include "util/mem.h"
#include "util/vec.h"

enum { MAX_ACCESSES = 4000 }; /* of one variable */

/* A scalar in a local variable. */
struct slot {
    LLVMValueRef alloca;
    uint64_t offset;
    uint32_t bits;
    bool result;              /* clang's own variable for the function's value */
    bool suspect;             /* some bit of it may be unset where it is read */
    bool falls;               /* a result that may be read without having been set */
    LLVMValueRef unset, fell; /* their shadows, NULL: none */
};

struct member_access {
    LLVMValueRef instruction;
    uint64_t offset;
    uint32_t bits;
};

struct begin {
    LLVMValueRef alloca, before;
};

struct shadows {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
    check_set checks;
    VEC(struct slot) slots;
    VEC(struct begin) begins;
    struct int_map slot_of; /* a load or store -> its slot */
    struct int_map unset;   /* values that may be unset */
    struct int_map falling; /* functions that may end without a value */
    struct int_map shadow;  /* a value -> its shadow */
    VEC(LLVMValueRef) phis; /* whose shadows have no operands yet */
    bool grew;
};

static bool has(const struct int_map *map, LLVMValueRef v) { return int_map_get(map, (uintptr_t)v) != NULL; }

static uint32_t bits_of(const struct shadows *s, LLVMTypeRef t) {
    switch (LLVMGetTypeKind(t)) {
    case LLVMIntegerTypeKind: return ir_width(t);
    case LLVMFloatTypeKind: return 32;
    case LLVMDoubleTypeKind: return 64;
    case LLVMPointerTypeKind: return 8 * LLVMPointerSize(s->layout);
    default: return 0;
    }
}

static bool is_integer(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind; }

/* Placed by clang's own checks: no decision of the program. */
static bool is_of_sanitizer(LLVMValueRef i) {
    return LLVMGetMetadata(i, LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(i)), "nosanitize", 10));
}

/* ---- variables ---- */

typedef VEC(struct member_access) access_vec;

static bool add_access(const struct shadows *s, access_vec *found, LLVMValueRef i, LLVMTypeRef type,
                       uint64_t offset) {
    uint32_t bits = bits_of(s, type);
    if (!bits || bits % 8 || LLVMGetVolatile(i) || found->n == MAX_ACCESSES) return false;
    VEC_PUSH(found, (struct member_access){i, offset, bits});
    return true;
}

/* All loads and stores through a pointer into a variable; false if there is any other use. */
static bool find_accesses(const struct shadows *s, LLVMValueRef pointer, uint64_t offset, access_vec *found) {
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        struct gep g;
        bool good = false;
        if (LLVMIsALoadInst(user)) good = add_access(s, found, user, LLVMTypeOf(user), offset);
        else if (LLVMIsAStoreInst(user))
            good = LLVMGetOperand(user, 0) != pointer &&
                   add_access(s, found, user, LLVMTypeOf(LLVMGetOperand(user, 0)), offset);
        else if (LLVMIsAGetElementPtrInst(user))
            good = gep_parse(s->layout, user, &g) && !g.n && g.base == pointer &&
                   find_accesses(s, user, offset + (uint64_t)g.constant, found);
        else if (ir_is_call(user)) good = ir_callee(user) && ir_starts_with(ir_callee(user), "llvm.lifetime");
        else good = is_of_sanitizer(user);
        if (!good) return false;
    }
    return true;
}

/* Do any two accesses meet the same scalar or none in common? */
static bool are_apart(const access_vec *a) {
    for (uint32_t i = 0; i < a->n; i++)
        for (uint32_t k = 0; k < i; k++) {
            const struct member_access *x = &a->at[i], *y = &a->at[k];
            bool same = x->offset == y->offset && x->bits == y->bits;
            bool meet = x->offset < y->offset + y->bits / 8 && y->offset < x->offset + x->bits / 8;
            if (meet && !same) return false;
        }
    return true;
}

static uint32_t slot_at(struct shadows *s, uint32_t first, LLVMValueRef alloca,
                        const struct member_access *a) {
    for (uint32_t i = first; i < s->slots.n; i++)
        if (s->slots.at[i].offset == a->offset) return i;
    VEC_PUSH(&s->slots, (struct slot){.alloca = alloca, .offset = a->offset, .bits = a->bits});
    return s->slots.n - 1;
}

/* clang's variable for the result has a name, and no declaration in the program. */
static bool is_result(LLVMValueRef alloca, const struct int_map *declared) {
    return ir_has_name(alloca, "retval") && !has(declared, alloca);
}

static void add_variable(struct shadows *s, LLVMValueRef alloca, const struct int_map *declared) {
    access_vec found = {0};
    uint32_t first = s->slots.n;
    if (find_accesses(s, alloca, 0, &found) && are_apart(&found))
        for (uint32_t i = 0; i < found.n; i++) {
            uint32_t slot = slot_at(s, first, alloca, &found.at[i]);
            s->slots.at[slot].result = is_result(alloca, declared);
            *int_map_put(&s->slot_of, (uintptr_t)found.at[i].instruction, NULL) = slot;
        }
    VEC_RELEASE(&found);
}

static void add_begin(void *context, LLVMValueRef alloca, LLVMValueRef before) {
    struct shadows *s = context;
    VEC_PUSH(&s->begins, (struct begin){alloca, before});
}

static void add_function(struct shadows *s, LLVMValueRef f) {
    struct int_map declared = {0};
    uninit_visit(f, add_begin, s);
    FOR_BLOCKS (b, f)
        FOR_INSTRUCTIONS (i, b)
            if (ir_is_debug(i) && ir_debug_value(i))
                int_map_put(&declared, (uintptr_t)ir_debug_value(i), NULL);
    FOR_INSTRUCTIONS (i, LLVMGetEntryBasicBlock(f))
        if (ir_is_static_alloca(i)) add_variable(s, i, &declared);
    int_map_release(&declared);
}

/* ---- suspects ---- */

struct walk {
    const struct shadows *s;
    uint32_t slot;
    struct int_map seen;
    VEC(LLVMBasicBlockRef) waiting;
    bool read;
};

/* From here on nobody has set the slot: does somebody read it, or does the block end before
 * that? */
static void walk_from(struct walk *w, LLVMValueRef i) {
    for (; i; i = LLVMGetNextInstruction(i)) {
        const uint64_t *slot = int_map_get(&w->s->slot_of, (uintptr_t)i);
        if (slot && *slot == w->slot) {
            w->read |= LLVMIsALoadInst(i) != NULL;
            return;
        }
        if (LLVMIsATerminatorInst(i))
            for (unsigned k = 0; k < LLVMGetNumSuccessors(i); k++)
                VEC_PUSH(&w->waiting, LLVMGetSuccessor(i, k));
    }
}

static bool is_read_unset(const struct shadows *s, uint32_t slot) {
    struct walk w = {.s = s, .slot = slot};
    for (uint32_t i = 0; i < s->begins.n && !w.read; i++)
        if (s->begins.at[i].alloca == s->slots.at[slot].alloca) walk_from(&w, s->begins.at[i].before);
    while (w.waiting.n && !w.read) {
        LLVMBasicBlockRef b = VEC_POP(&w.waiting);
        bool fresh = !int_map_get(&w.seen, (uintptr_t)b);
        int_map_put(&w.seen, (uintptr_t)b, NULL);
        if (fresh) walk_from(&w, LLVMGetFirstInstruction(b));
    }
    int_map_release(&w.seen);
    VEC_RELEASE(&w.waiting);
    return w.read;
}

static LLVMValueRef function_of(LLVMValueRef i) {
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));
}

static bool find_suspects(struct shadows *s) {
    bool any = false;
    for (uint32_t i = 0; i < s->slots.n; i++) {
        struct slot *slot = &s->slots.at[i];
        if (!is_read_unset(s, i)) continue;
        *(slot->result ? &slot->falls : &slot->suspect) = any = true;
        if (slot->falls) int_map_put(&s->falling, (uintptr_t)function_of(slot->alloca), NULL);
    }
    return any;
}

/* a + b with a flag: {result, overflow} */
static bool is_checked_arithmetic(LLVMValueRef i) {
    return ir_is_call(i) && ir_callee(i) && ir_starts_with(ir_callee(i), "llvm.") &&
           strstr(ir_name(ir_callee(i)), ".with.overflow.") != NULL;
}

/* Is the result computed from the operands alone? */
static bool passes_on(LLVMValueRef i) {
    return LLVMIsABinaryOperator(i) || LLVMIsACastInst(i) || LLVMIsACmpInst(i) || LLVMIsASelectInst(i) ||
           LLVMIsAPHINode(i) || LLVMIsAGetElementPtrInst(i) || LLVMIsAExtractValueInst(i) ||
           LLVMGetInstructionOpcode(i) == LLVMFNeg || is_checked_arithmetic(i);
}

static bool may_be_unset(const struct shadows *s, LLVMValueRef i) {
    const uint64_t *slot = int_map_get(&s->slot_of, (uintptr_t)i);
    if (LLVMIsALoadInst(i)) return slot && s->slots.at[*slot].suspect;
    if (!is_checked_arithmetic(i) && !bits_of(s, LLVMTypeOf(i))) return false;
    bool any = false;
    if (!passes_on(i)) return false;
    for (int o = 0; o < LLVMGetNumOperands(i); o++) any |= has(&s->unset, LLVMGetOperand(i, (unsigned)o));
    return any;
}

static void add_unset(struct shadows *s, LLVMValueRef v) {
    s->grew |= !has(&s->unset, v);
    int_map_put(&s->unset, (uintptr_t)v, NULL);
}

static void grow_by(struct shadows *s, LLVMValueRef i) {
    const uint64_t *slot = int_map_get(&s->slot_of, (uintptr_t)i);
    if (LLVMIsAStoreInst(i) && slot && has(&s->unset, LLVMGetOperand(i, 0))) {
        s->grew |= !s->slots.at[*slot].suspect;
        s->slots.at[*slot].suspect = true;
    } else if (may_be_unset(s, i)) {
        add_unset(s, i);
    }
}

/* What is computed from suspects, also by way of other variables. */
static void grow(struct shadows *s) {
    do {
        s->grew = false;
        FOR_FUNCTIONS (f, s->module)
            FOR_BLOCKS (b, f)
                FOR_INSTRUCTIONS (i, b) grow_by(s, i);
    } while (s->grew);
}

/* ---- shadows of values ---- */

static LLVMTypeRef word_of(const struct shadows *s, uint32_t bits) {
    return LLVMIntTypeInContext(s->context, bits);
}

static LLVMValueRef shadow_of(struct shadows *s, LLVMValueRef v);

/* Its shadow, or 0. */
static LLVMValueRef shadow_or_0(struct shadows *s, LLVMValueRef v) {
    LLVMValueRef shadow = shadow_of(s, v);
    return shadow ? shadow : LLVMConstNull(word_of(s, bits_of(s, LLVMTypeOf(v))));
}

static LLVMValueRef any_bit(struct shadows *s, LLVMValueRef shadow) {
    return LLVMBuildICmp(s->builder, LLVMIntNE, shadow, LLVMConstNull(LLVMTypeOf(shadow)), "");
}

/* All bits, if there is one. */
static LLVMValueRef all_if_any(struct shadows *s, LLVMValueRef shadow, uint32_t bits) {
    LLVMValueRef any = any_bit(s, shadow);
    return bits == 1 ? any : LLVMBuildSExt(s->builder, any, word_of(s, bits), "");
}

/* Any operand, with all bits: what is not followed more exactly. */
static LLVMValueRef of_any_operand(struct shadows *s, LLVMValueRef i, uint32_t bits) {
    LLVMValueRef any = NULL;
    for (int o = 0; o < LLVMGetNumOperands(i); o++) {
        LLVMValueRef shadow = shadow_of(s, LLVMGetOperand(i, (unsigned)o));
        LLVMValueRef one = shadow ? any_bit(s, shadow) : NULL;
        if (one) any = any ? LLVMBuildOr(s->builder, any, one, "") : one;
    }
    assert(any);
    return bits == 1 ? any : LLVMBuildSExt(s->builder, any, word_of(s, bits), "");
}

/* a & b is set where both are, and where one of them is a 0 that is set; a | b with ones. */
static LLVMValueRef of_and_or(struct shadows *s, LLVMValueRef i, LLVMValueRef x, LLVMValueRef y) {
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
    if (LLVMGetInstructionOpcode(i) == LLVMOr)
        a = LLVMBuildNot(s->builder, a, ""), b = LLVMBuildNot(s->builder, b, "");
    LLVMValueRef both = LLVMBuildAnd(s->builder, x, y, ""), left = LLVMBuildAnd(s->builder, a, y, ""),
                 right = LLVMBuildAnd(s->builder, x, b, "");
    return LLVMBuildOr(s->builder, LLVMBuildOr(s->builder, both, left, ""), right, "");
}

static LLVMValueRef of_shift(struct shadows *s, LLVMValueRef i, LLVMValueRef x, LLVMValueRef y) {
    LLVMValueRef moved = LLVMBuildBinOp(s->builder, LLVMGetInstructionOpcode(i), x, LLVMGetOperand(i, 1), "");
    return LLVMBuildOr(s->builder, moved, all_if_any(s, y, ir_width(LLVMTypeOf(i))), "");
}

static LLVMValueRef of_binary(struct shadows *s, LLVMValueRef i) {
    if (!is_integer(i)) return of_any_operand(s, i, bits_of(s, LLVMTypeOf(i)));
    LLVMValueRef x = shadow_or_0(s, LLVMGetOperand(i, 0)), y = shadow_or_0(s, LLVMGetOperand(i, 1));
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAnd:
    case LLVMOr: return of_and_or(s, i, x, y);
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr: return of_shift(s, i, x, y);
    default: return LLVMBuildOr(s->builder, x, y, "");
    }
}

/* a == b is decided by bits that are set and differ. */
static LLVMValueRef of_comparison(struct shadows *s, LLVMValueRef i) {
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
    bool equality = LLVMIsAICmpInst(i) && is_integer(a) &&
                    (LLVMGetICmpPredicate(i) == LLVMIntEQ || LLVMGetICmpPredicate(i) == LLVMIntNE);
    if (!equality) return of_any_operand(s, i, 1);
    LLVMValueRef either = LLVMBuildOr(s->builder, shadow_or_0(s, a), shadow_or_0(s, b), "");
    LLVMValueRef differ = LLVMBuildXor(s->builder, a, b, "");
    LLVMValueRef known = LLVMBuildAnd(s->builder, LLVMBuildNot(s->builder, either, ""), differ, "");
    LLVMValueRef open = LLVMBuildNot(s->builder, any_bit(s, known), "");
    return LLVMBuildAnd(s->builder, any_bit(s, either), open, "");
}

static LLVMValueRef of_cast(struct shadows *s, LLVMValueRef i) {
    LLVMValueRef x = shadow_or_0(s, LLVMGetOperand(i, 0));
    LLVMTypeRef to = word_of(s, bits_of(s, LLVMTypeOf(i)));
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMTrunc: return LLVMBuildTrunc(s->builder, x, to, "");
    case LLVMZExt: return LLVMBuildZExt(s->builder, x, to, "");
    case LLVMSExt: return LLVMBuildSExt(s->builder, x, to, "");
    case LLVMPtrToInt:
    case LLVMIntToPtr: return LLVMBuildIntCast2(s->builder, x, to, false, "");
    case LLVMBitCast: return LLVMTypeOf(x) == to ? x : all_if_any(s, x, ir_width(to));
    default: return all_if_any(s, x, ir_width(to));
    }
}

static LLVMValueRef of_select(struct shadows *s, LLVMValueRef i) {
    LLVMValueRef c = shadow_of(s, LLVMGetOperand(i, 0));
    LLVMValueRef chosen =
        LLVMBuildSelect(s->builder, LLVMGetOperand(i, 0), shadow_or_0(s, LLVMGetOperand(i, 1)),
                        shadow_or_0(s, LLVMGetOperand(i, 2)), "");
    return c ? LLVMBuildOr(s->builder, chosen, all_if_any(s, c, bits_of(s, LLVMTypeOf(i))), "") : chosen;
}

/* Of {result, overflow}, the shadow is that of the result. */
static LLVMValueRef of_extract(struct shadows *s, LLVMValueRef i) {
    LLVMValueRef x = shadow_of(s, LLVMGetOperand(i, 0));
    return LLVMGetIndices(i)[0] == 0 ? x : any_bit(s, x);
}

/* The variable by which a function says that it has ended without a value. */
static LLVMValueRef handed_back(struct shadows *s, LLVMValueRef f) {
    char *name = mem_printf(MARK_FELL ".%s", ir_name(f));
    LLVMValueRef global = LLVMGetNamedGlobal(s->module, name);
    if (!global) {
        global = LLVMAddGlobal(s->module, word_of(s, 1), name);
        LLVMSetInitializer(global, LLVMConstNull(word_of(s, 1)));
        LLVMSetLinkage(global, LLVMInternalLinkage);
    }
    free(name);
    return global;
}

static LLVMValueRef compute(struct shadows *s, LLVMValueRef v) {
    uint32_t bits = bits_of(s, LLVMTypeOf(v));
    if (LLVMIsALoadInst(v))
        return LLVMBuildLoad2(s->builder, word_of(s, bits),
                              s->slots.at[*int_map_get(&s->slot_of, (uintptr_t)v)].unset, "");
    if (is_checked_arithmetic(v))
        return LLVMBuildOr(s->builder, shadow_or_0(s, LLVMGetOperand(v, 0)),
                           shadow_or_0(s, LLVMGetOperand(v, 1)), "");
    if (LLVMIsABinaryOperator(v)) return of_binary(s, v);
    if (LLVMIsACmpInst(v)) return of_comparison(s, v);
    if (LLVMIsACastInst(v)) return of_cast(s, v);
    if (LLVMIsASelectInst(v)) return of_select(s, v);
    if (LLVMIsAExtractValueInst(v)) return of_extract(s, v);
    return of_any_operand(s, v, bits);
}

static void build_at(struct shadows *s, LLVMValueRef before, LLVMValueRef place) {
    LLVMPositionBuilderBefore(s->builder, before);
    LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(place));
}

/* The shadow, NULL if all bits are set. It is computed right behind the value; the builder stays
 * where it is. */
static LLVMValueRef shadow_of(struct shadows *s, LLVMValueRef v) {
    const uint64_t *known = int_map_get(&s->shadow, (uintptr_t)v);
    if (known) return (LLVMValueRef)(uintptr_t)*known;
    if (!has(&s->unset, v) || !LLVMIsAInstruction(v)) return NULL;
    LLVMBuilderRef outer = s->builder;
    LLVMValueRef shadow;
    s->builder = LLVMCreateBuilderInContext(s->context);
    if (LLVMIsAPHINode(v)) {
        build_at(s, v, v);
        shadow = LLVMBuildPhi(s->builder, word_of(s, bits_of(s, LLVMTypeOf(v))), "unset");
        VEC_PUSH(&s->phis, v);
    } else {
        for (int o = 0; o < LLVMGetNumOperands(v); o++) shadow_of(s, LLVMGetOperand(v, (unsigned)o));
        build_at(s, LLVMGetNextInstruction(v), v);
        shadow = compute(s, v);
    }
    LLVMDisposeBuilder(s->builder);
    s->builder = outer;
    *int_map_put(&s->shadow, (uintptr_t)v, NULL) = (uintptr_t)shadow;
    return shadow;
}

static void finish_phis(struct shadows *s) {
    while (s->phis.n) {
        LLVMValueRef phi = VEC_POP(&s->phis), shadow = shadow_of(s, phi);
        for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
            LLVMValueRef from = shadow_or_0(s, LLVMGetIncomingValue(phi, i));
            LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
            LLVMAddIncoming(shadow, &from, &block, 1);
        }
    }
}

/* ---- shadows of variables ---- */

static LLVMValueRef new_variable(struct shadows *s, LLVMValueRef alloca, const char *name, uint32_t bits) {
    LLVMPositionBuilderBefore(s->builder, alloca);
    LLVMSetCurrentDebugLocation2(s->builder, NULL);
    return LLVMBuildAlloca(s->builder, word_of(s, bits), name);
}

static void make_variables(struct shadows *s) {
    for (uint32_t i = 0; i < s->slots.n; i++) {
        struct slot *slot = &s->slots.at[i];
        if (slot->suspect) slot->unset = new_variable(s, slot->alloca, MARK_PREFIX "unset", slot->bits);
        if (slot->falls) slot->fell = new_variable(s, slot->alloca, MARK_PREFIX "fell", 1);
    }
}

/* A result that was not set is a matter of `fell`. */
static void begin_lives(struct shadows *s) {
    for (uint32_t i = 0; i < s->begins.n; i++)
        for (uint32_t k = 0; k < s->slots.n; k++) {
            struct slot *slot = &s->slots.at[k];
            if (slot->alloca != s->begins.at[i].alloca || !(slot->unset || slot->fell)) continue;
            LLVMTypeRef type = word_of(s, slot->bits);
            build_at(s, s->begins.at[i].before, s->begins.at[i].before);
            if (slot->unset)
                LLVMBuildStore(s->builder, slot->result ? LLVMConstNull(type) : LLVMConstAllOnes(type),
                               slot->unset);
            if (slot->fell) LLVMBuildStore(s->builder, LLVMConstInt(word_of(s, 1), 1, false), slot->fell);
        }
}

static void follow_store(struct shadows *s, LLVMValueRef i) {
    const uint64_t *k = int_map_get(&s->slot_of, (uintptr_t)i);
    struct slot *slot = k ? &s->slots.at[*k] : NULL;
    if (!slot || !(slot->unset || slot->fell)) return;
    build_at(s, i, i);
    if (slot->unset) LLVMBuildStore(s->builder, shadow_or_0(s, LLVMGetOperand(i, 0)), slot->unset);
    if (slot->fell) LLVMBuildStore(s->builder, LLVMConstNull(word_of(s, 1)), slot->fell);
}

static void hand_back(struct shadows *s, LLVMValueRef end) {
    LLVMValueRef f = function_of(end);
    if (!LLVMGetNumOperands(end)) return;
    build_at(s, end, end);
    for (uint32_t i = 0; i < s->slots.n; i++)
        if (s->slots.at[i].fell && function_of(s->slots.at[i].alloca) == f)
            LLVMBuildStore(s->builder, LLVMBuildLoad2(s->builder, word_of(s, 1), s->slots.at[i].fell, ""),
                           handed_back(s, f));
}

/* ---- places that must not depend on them ---- */

static void mark(struct shadows *s, const char *name, LLVMValueRef condition) {
    LLVMTypeRef type = word_of(s, 1);
    LLVMValueRef f = ir_declare(s->module, name, LLVMVoidTypeInContext(s->context), &type, 1);
    LLVMBuildCall2(s->builder, LLVMGlobalGetValueType(f), f, &condition, 1, "");
}

static LLVMValueRef divisor(LLVMValueRef i) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMSDiv:
    case LLVMUDiv:
    case LLVMSRem:
    case LLVMURem: return LLVMGetOperand(i, 1);
    default: return NULL;
    }
}

/* The operand that must be set: a condition, an address, a divisor, a result. */
static LLVMValueRef deciding(LLVMValueRef i) {
    if (LLVMIsALoadInst(i)) return LLVMGetOperand(i, 0);
    if (LLVMIsAStoreInst(i)) return LLVMGetOperand(i, 1);
    if (LLVMIsABranchInst(i)) return LLVMIsConditional(i) ? LLVMGetCondition(i) : NULL;
    if (LLVMIsASwitchInst(i)) return LLVMGetOperand(i, 0);
    if (LLVMIsAReturnInst(i)) return LLVMGetNumOperands(i) ? LLVMGetOperand(i, 0) : NULL;
    return divisor(i);
}

static void check_operand(struct shadows *s, LLVMValueRef i, LLVMValueRef operand) {
    LLVMValueRef shadow = operand ? shadow_of(s, operand) : NULL;
    if (!shadow || !LLVMInstructionGetDebugLoc(i)) return;
    build_at(s, i, i);
    mark(s, MARK_UNSET, any_bit(s, shadow));
}

/* C hands over values by assignment, which C's compilers promise is of values that are set. */
static void check_arguments(struct shadows *s, LLVMValueRef call) {
    for (uint32_t k = 0; k < ir_arguments(call); k++)
        if (ir_has_attribute(call, k + 1, "noundef")) check_operand(s, call, LLVMGetOperand(call, k));
}

static void check_result(struct shadows *s, LLVMValueRef call) {
    LLVMValueRef f = ir_callee(call);
    if (!f || !has(&s->falling, f) || !LLVMGetFirstUse(call) || !LLVMInstructionGetDebugLoc(call)) return;
    build_at(s, LLVMGetNextInstruction(call), call);
    mark(s, MARK_FELL, LLVMBuildLoad2(s->builder, word_of(s, 1), handed_back(s, f), ""));
}

static void check_instruction(struct shadows *s, LLVMValueRef i) {
    bool asked = s->checks & CHECK_BIT(CHECK_UNINITIALIZED);
    if (ir_is_debug(i)) return;
    if (LLVMIsAStoreInst(i)) follow_store(s, i);
    if (LLVMIsAReturnInst(i)) hand_back(s, i);
    if (ir_is_call(i) && (s->checks & CHECK_BIT(CHECK_RETURN))) check_result(s, i);
    if (!asked || (is_of_sanitizer(i) && !divisor(i))) return;
    check_operand(s, i, deciding(i));
    if (ir_is_call(i)) check_arguments(s, i);
}

static void check_all(struct shadows *s) {
    VEC(LLVMValueRef) all = {0}; /* without what is added meanwhile */
    FOR_FUNCTIONS (f, s->module)
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b) VEC_PUSH(&all, i);
    for (uint32_t i = 0; i < all.n; i++) check_instruction(s, all.at[i]);
    VEC_RELEASE(&all);
}

/* The caller that --entry and --enforce make: variables that nobody sets are what it hands in. */
static bool is_made_caller(LLVMValueRef f) {
    return ir_starts_with(f, DEBUG_CALLER) || ir_starts_with(f, DEBUG_WRAPPER);
}

void shadows_mark(LLVMModuleRef module, check_set checks) {
    struct shadows s = {.module = module, .context = LLVMGetModuleContext(module), .checks = checks};
    if (!(checks & (CHECK_BIT(CHECK_UNINITIALIZED) | CHECK_BIT(CHECK_RETURN)))) return;
    s.layout = LLVMGetModuleDataLayout(module);
    s.builder = LLVMCreateBuilderInContext(s.context);
    FOR_FUNCTIONS (f, module)
        if (ir_has_body(f) && !is_made_caller(f)) add_function(&s, f);
    if (find_suspects(&s)) {
        grow(&s);
        make_variables(&s);
        begin_lives(&s);
        check_all(&s);
        finish_phis(&s);
    }
    LLVMDisposeBuilder(s.builder);
    int_map_release(&s.slot_of);
    int_map_release(&s.unset);
    int_map_release(&s.falling);
    int_map_release(&s.shadow);
    VEC_RELEASE(&s.slots);
    VEC_RELEASE(&s.begins);
    VEC_RELEASE(&s.phis);
}
