/* Numbers that become pointers: by a cast, or because their bytes are read as a pointer.
 *
 *     char bytes[8]; int *p, x;
 *     for (int i = 0; i < 8; i++) bytes[i] = nondet_char();
 *     memcpy(&p, bytes, 8);
 *     if (p == &x) { x = 0; *p = 1; assert(x == 0); }              // fails
 *
 * The analysis of targets follows addresses only, so p would lead nowhere. What is followed here is
 * where a number may be, whether or not an address may be there as well: a set of values, and per
 * object the places that numbers are stored to. Both only grow. Constants are no numbers in this
 * sense, because no program of the user's lies at an address that it spells out, and neither is
 * what a variable holds before it is set, because C gives no meaning to an access through it.
 *
 * By the rules of SV-COMP only casts count, and only of values that hold no address. */
#include "frontend/pointers/numbers.h"

#include <assert.h>

#include "frontend/driver/ir.h"
#include "frontend/library/outside.h"

struct place {
    struct offsets at;
    uint64_t width;
};

typedef VEC(struct place) place_list; /* one per width */

struct numbers {
    struct points_to *pt;
    struct int_map values;   /* that may be numbers */
    VEC(place_list) objects; /* where numbers are stored */
    bool grew;               /* in this round */
};

static bool is_number(const struct numbers *n, LLVMValueRef v) {
    return !LLVMIsAConstant(v) && int_map_get(&n->values, (uintptr_t)v);
}

static void mark(struct numbers *n, LLVMValueRef v) {
    bool added;
    int_map_put(&n->values, (uintptr_t)v, &added);
    n->grew |= added;
}

/* ---- memory ---- */

static bool add_place(struct numbers *n, uint32_t object, const struct offsets *at, uint64_t width) {
    for (uint32_t i = 0; i < n->objects.at[object].n; i++) {
        struct place *p = &n->objects.at[object].at[i];
        if (p->width == width) return offsets_join(&p->at, at);
    }
    VEC_PUSH(&n->objects.at[object], (struct place){*at, width});
    return true;
}

static void store_number(struct numbers *n, LLVMValueRef pointer, uint64_t width) {
    target_set targets = {0};
    points_to_reached(n->pt, pointer, &targets);
    for (uint32_t i = 0; i < targets.n; i++)
        n->grew |= add_place(n, targets.at[i].object, &targets.at[i].at, width);
    VEC_RELEASE(&targets);
}

static bool holds_number(const struct numbers *n, const struct target *t, uint64_t width) {
    for (uint32_t i = 0; i < n->objects.at[t->object].n; i++) {
        const struct place *p = &n->objects.at[t->object].at[i];
        if (offsets_overlap(&p->at, p->width, &t->at, width)) return true;
    }
    return false;
}

static bool loads_number(struct numbers *n, LLVMValueRef i) {
    target_set targets = {0};
    uint64_t width = LLVMStoreSizeOfType(n->pt->layout, LLVMTypeOf(i));
    bool found = false;
    points_to_reached(n->pt, LLVMGetOperand(i, 0), &targets);
    for (uint32_t t = 0; t < targets.n && !found; t++) found = holds_number(n, &targets.at[t], width);
    VEC_RELEASE(&targets);
    return found;
}

/* Of a copy, only exact places are followed; else a number may come to lie anywhere. */
static void copy_numbers(struct numbers *n, const struct target *to, const struct target *from,
                         uint64_t width) {
    bool exact = to->at.stride == 0 && to->at.n == 1 && from->at.stride == 0 && from->at.n == 1;
    for (uint32_t i = 0; i < n->objects.at[from->object].n; i++) {
        struct place p = n->objects.at[from->object].at[i];
        if (!offsets_overlap(&p.at, p.width, &from->at, width)) continue;
        struct offsets at = exact ? offsets_shift(&p.at, to->at.r[0] - from->at.r[0], 0)
                                  : (struct offsets){.stride = 1, .n = 1};
        n->grew |= add_place(n, to->object, &at, exact ? p.width : 1);
    }
}

static void do_copy(struct numbers *n, LLVMValueRef call) {
    LLVMValueRef size = LLVMGetOperand(call, 2);
    uint64_t width = LLVMIsAConstantInt(size) ? LLVMConstIntGetZExtValue(size) : UINT64_MAX / 4;
    target_set to = {0}, from = {0};
    points_to_reached(n->pt, LLVMGetOperand(call, 0), &to);
    points_to_reached(n->pt, LLVMGetOperand(call, 1), &from);
    for (uint32_t t = 0; t < to.n; t++)
        for (uint32_t s = 0; s < from.n; s++) copy_numbers(n, &to.at[t], &from.at[s], width);
    VEC_RELEASE(&to);
    VEC_RELEASE(&from);
}

/* ---- values ---- */

static bool leads_somewhere(struct numbers *n, LLVMValueRef v) {
    return !LLVMIsABasicBlock(v) && points_to_of(n->pt, v)->n > 0;
}

/* Sums and the like: what is computed from numbers alone is a number; a distance that is added to
 * an address is none of its own. */
static bool computes_number(struct numbers *n, LLVMValueRef i) {
    bool address = false, disguised = false;
    int n_operands = ir_is_call(i) ? (int)ir_arguments(i) : LLVMGetNumOperands(i);
    for (int o = 0; o < n_operands; o++) {
        LLVMValueRef v = LLVMGetOperand(i, (unsigned)o);
        bool leads = leads_somewhere(n, v);
        address |= leads;
        disguised |= leads && is_number(n, v);
    }
    return disguised || !address;
}

static bool any_operand(struct numbers *n, LLVMValueRef i, int first, int last) {
    for (int o = first; o < last; o++)
        if (is_number(n, LLVMGetOperand(i, (unsigned)o))) return true;
    return false;
}

/* The function's result is kept under its first block, as the analysis of targets does. */
static LLVMValueRef result_of(LLVMValueRef f) { return LLVMBasicBlockAsValue(LLVMGetEntryBasicBlock(f)); }

static bool call_gives_number(struct numbers *n, LLVMValueRef call) {
    LLVMValueRef f = ir_callee(call);
    if (!f || ir_starts_with(f, MARK_UNINIT)) return false;
    if (!ir_has_body(f) && ir_starts_with(f, "llvm.")) return computes_number(n, call);
    if (!ir_has_body(f)) return LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMPointerTypeKind;
    for (uint32_t i = 0; i < ir_arguments(call) && i < LLVMCountParams(f); i++)
        if (is_number(n, LLVMGetOperand(call, i))) mark(n, LLVMGetParam(f, i));
    return int_map_get(&n->values, (uintptr_t)result_of(f)) != NULL;
}

static bool gives_number(struct numbers *n, LLVMValueRef i) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: return loads_number(n, i);
    case LLVMSelect: return any_operand(n, i, 1, 3);
    case LLVMPHI:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMIntToPtr:
    case LLVMPtrToInt:
    case LLVMFreeze:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMExtractValue:
    case LLVMInsertValue: return any_operand(n, i, 0, LLVMGetNumOperands(i));
    case LLVMGetElementPtr: return is_number(n, LLVMGetOperand(i, 0));
    case LLVMAlloca: return false;
    case LLVMCall: return call_gives_number(n, i);
    default: return computes_number(n, i);
    }
}

static void do_instruction(struct numbers *n, LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    LLVMValueRef f = ir_is_call(i) ? ir_callee(i) : NULL;
    LLVMValueRef stored = op == LLVMStore       ? LLVMGetOperand(i, 0)
                          : op == LLVMAtomicRMW ? LLVMGetOperand(i, 1)
                                                : NULL;
    if (stored && is_number(n, stored))
        store_number(n, LLVMGetOperand(i, op == LLVMStore ? 1 : 0),
                     LLVMStoreSizeOfType(n->pt->layout, LLVMTypeOf(stored)));
    if (op == LLVMRet && LLVMGetNumOperands(i) && is_number(n, LLVMGetOperand(i, 0)))
        mark(n, result_of(LLVMGetBasicBlockParent(LLVMGetInstructionParent(i))));
    if (f && (ir_starts_with(f, "llvm.memcpy") || ir_starts_with(f, "llvm.memmove"))) do_copy(n, i);
    bool result = LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind;
    if (result && !is_number(n, i) && gives_number(n, i)) mark(n, i);
}

static void find_numbers(struct numbers *n) {
    LLVMValueRef entry = n->pt->functions.at[0];
    for (uint32_t i = 0; i < LLVMCountParams(entry); i++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(entry, i))) != LLVMPointerTypeKind)
            mark(n, LLVMGetParam(entry, i));
    do {
        n->grew = false;
        for (uint32_t f = 0; f < n->pt->functions.n; f++)
            FOR_BLOCKS (b, n->pt->functions.at[f])
                FOR_INSTRUCTIONS (i, b) do_instruction(n, i);
    } while (n->grew);
}

/* ---- pointers ---- */

/* Is this where a number is first used as a pointer? From there its targets flow as those of any
 * pointer do. */
static bool disguises(const struct numbers *n, LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    bool cast = op == LLVMIntToPtr && !LLVMIsAConstant(LLVMGetOperand(i, 0));
    if (!n->pt->unknown) return cast && points_to_of(n->pt, i)->n == 0;
    bool read =
        (op == LLVMLoad || op == LLVMAtomicRMW) && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind;
    bool nowhere = cast && points_to_of(n->pt, i)->n == 0;
    return (nowhere || ((cast || read) && is_number(n, i))) &&
           !points_to_has(points_to_of(n->pt, i), n->pt->guess);
}

bool numbers_close(struct points_to *pt) {
    struct numbers n = {.pt = pt};
    bool grew = false;
    assert(pt->functions.n > 0);
    for (uint32_t i = 0; i < pt->objects.all.n; i++) VEC_PUSH(&n.objects, (place_list){0});
    if (pt->unknown) find_numbers(&n);
    for (uint32_t f = 0; f < pt->functions.n; f++)
        FOR_BLOCKS (b, pt->functions.at[f])
            FOR_INSTRUCTIONS (i, b) {
                if (!disguises(&n, i)) continue;
                outside_give_any(pt, i);
                grew = true;
            }
    for (uint32_t i = 0; i < n.objects.n; i++) VEC_RELEASE(&n.objects.at[i]);
    VEC_RELEASE(&n.objects);
    int_map_release(&n.values);
    return grew;
}
