#include "frontend/pointers/addresses.h"

#include <assert.h>

#include "frontend/driver/ir.h"

/* ---- whose addresses ---- */

/* The objects of the program that a value may point to. */
static void own_targets(struct points_to *pt, LLVMValueRef v, target_set *out) {
    target_set all = {0};
    if (LLVMIsABasicBlock(v) || points_to_of(pt, v)->n == 0) return;
    points_to_reached(pt, v, &all);
    for (uint32_t i = 0; i < all.n; i++)
        if (all.at[i].object != pt->outside) VEC_PUSH(out, all.at[i]);
    VEC_RELEASE(&all);
}

static bool has_own(struct points_to *pt, LLVMValueRef v) {
    target_set own = {0};
    own_targets(pt, v, &own);
    bool has = own.n > 0;
    VEC_RELEASE(&own);
    return has;
}

static bool any_own(struct points_to *pt, LLVMValueRef i) {
    for (int o = 0; o < LLVMGetNumOperands(i); o++)
        if (has_own(pt, LLVMGetOperand(i, (unsigned)o))) return true;
    return false;
}

/* Distances inside an object are the same wherever it lies. Whether two pointers lead into the same
 * one of many blocks, the translation asks (addresses_of_blocks). */
static bool same_object(struct points_to *pt, LLVMValueRef a, LLVMValueRef b) {
    const target_set *x = points_to_of(pt, a), *y = points_to_of(pt, b);
    return x->n == 1 && y->n == 1 && x->at[0].object == y->at[0].object;
}

static bool has_pointer_width(struct points_to *pt, LLVMValueRef v) {
    LLVMTypeRef type = LLVMTypeOf(v);
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) return true;
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(type) == 8 * LLVMPointerSize(pt->layout);
}

/* ---- equality ---- */

/* May the pointer be outside of its object, as one past its end is? */
static bool may_leave(const struct points_to *pt, const struct target *t) {
    const struct object *o = &pt->objects.all.at[t->object];
    /* with realloc in the program, 16 bytes before each block hold its size (the library's
     * models) */
    bool sized = o->kind == OBJECT_HEAP && ir_has_realloc(pt->module);
    uint64_t size = o->bytes ? o->bytes : sized ? 17 : 1;
    if (t->at.stride && !(o->many && t->at.stride == (o->slot ? o->slot : 16))) return true;
    for (uint32_t i = 0; i < t->at.n; i++)
        if (t->at.r[i] < (int64_t)o->lead || (uint64_t)t->at.r[i] - o->lead >= size) return true;
    return false;
}

/* The value of a pointer to a block that was freed may not even be looked at; where blocks cannot
 * be told apart by their addresses, that is relied on. */
static bool is_relied_on(const struct points_to *pt, const struct object *o, bool is_number) {
    return o->mortal && o->kind == OBJECT_HEAP && !is_number &&
           (o->many || o->size == 0 || ir_has_realloc(pt->module));
}

/* May the address be that of another object by now? */
static bool may_return(const struct points_to *pt, const struct target *t, bool is_number) {
    const struct object *o = &pt->objects.all.at[t->object];
    return o->mortal && !is_relied_on(pt, o, is_number);
}

static bool pairs_may_meet(const struct points_to *pt, const target_set *a, const target_set *b,
                           bool number) {
    for (uint32_t i = 0; i < a->n; i++)
        for (uint32_t k = 0; k < b->n; k++) {
            const struct target *x = &a->at[i], *y = &b->at[k];
            if (x->object == y->object) continue;
            if (may_leave(pt, x) || may_leave(pt, y)) return true;
            if (may_return(pt, x, number) || may_return(pt, y, number)) return true;
        }
    return false;
}

/* A number that is compared with an address is known afterwards, also if it was made a pointer
 * before: `memcpy(&p, bytes, sizeof p); if (p == &x) assert(bytes[7] == 0);` */
static bool is_number(struct points_to *pt, LLVMValueRef v) {
    const target_set *targets = points_to_of(pt, v);
    return targets->n == 0 || (pt->guess && points_to_has(targets, pt->guess));
}

static bool equality_observes(struct points_to *pt, LLVMValueRef a, LLVMValueRef b) {
    if (LLVMIsNull(a) || LLVMIsNull(b)) return false;
    bool integers = LLVMGetTypeKind(LLVMTypeOf(a)) == LLVMIntegerTypeKind, observes;
    target_set x = {0}, y = {0};
    own_targets(pt, a, &x);
    own_targets(pt, b, &y);
    if (x.n == 0 && y.n == 0) observes = false;
    else if (!has_pointer_width(pt, a) || is_number(pt, a) || is_number(pt, b)) observes = true;
    else observes = x.n > 0 && y.n > 0 && pairs_may_meet(pt, &x, &y, integers);
    VEC_RELEASE(&x);
    VEC_RELEASE(&y);
    return observes;
}

/* ---- arithmetic ---- */

/* The greatest power of two that divides all addresses of the objects. */
static uint64_t common_alignment(struct points_to *pt, LLVMValueRef v) {
    target_set own = {0};
    uint64_t align = (uint64_t)1 << 20;
    own_targets(pt, v, &own);
    for (uint32_t i = 0; i < own.n; i++) {
        uint64_t a = pt->objects.all.at[own.at[i].object].promised;
        if (a < align) align = a;
    }
    VEC_RELEASE(&own);
    return align;
}

/* p & 7, p & ~7, p | 1, p % 8: of bits that the alignment fixes. */
static bool low_bits_only(struct points_to *pt, LLVMOpcode op, LLVMValueRef a, LLVMValueRef b) {
    if (LLVMIsAConstantInt(a) && op != LLVMURem) return low_bits_only(pt, op, b, a);
    if (!LLVMIsAConstantInt(b) || !has_pointer_width(pt, b)) return false;
    uint64_t n = LLVMConstIntGetZExtValue(b), align = common_alignment(pt, a);
    uint64_t mask = LLVMPointerSize(pt->layout) == 4 ? UINT32_MAX : UINT64_MAX;
    if (op == LLVMURem) return n && !(n & (n - 1)) && n <= align;
    return n < align || (op == LLVMAnd && (~n & mask) < align);
}

static bool arithmetic_observes(struct points_to *pt, LLVMOpcode op, LLVMValueRef a, LLVMValueRef b) {
    bool x = has_own(pt, a), y = has_own(pt, b);
    if (!x && !y) return false;
    if (!has_pointer_width(pt, a)) return true;
    if (op == LLVMAdd) return x && y;
    if (op == LLVMSub) return y && !same_object(pt, a, b);
    bool bits = op == LLVMAnd || op == LLVMOr || op == LLVMXor || op == LLVMURem;
    return !(bits && low_bits_only(pt, op, a, b));
}

static bool cast_observes(struct points_to *pt, LLVMValueRef i, LLVMOpcode op) {
    LLVMValueRef from = LLVMGetOperand(i, 0);
    if (!has_own(pt, from)) return false;
    bool whole = has_pointer_width(pt, from);
    if (op == LLVMZExt) return !whole;
    if (op == LLVMPtrToInt) return LLVMGetIntTypeWidth(LLVMTypeOf(i)) < 8 * LLVMPointerSize(pt->layout);
    if (op == LLVMIntToPtr || op == LLVMBitCast || op == LLVMAddrSpaceCast)
        return !whole || !has_pointer_width(pt, i);
    return true; /* truncation, sign extension, conversion to a float */
}

static bool gep_observes(struct points_to *pt, LLVMValueRef i) {
    if (!has_own(pt, LLVMGetOperand(i, 0))) return false;
    for (int o = 1; o < LLVMGetNumOperands(i); o++)
        if (has_own(pt, LLVMGetOperand(i, (unsigned)o))) return true;
    return false;
}

static bool atomic_observes(struct points_to *pt, LLVMValueRef i) {
    LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(i);
    LLVMValueRef operand = LLVMGetOperand(i, 1);
    if (op == LLVMAtomicRMWBinOpXchg) return false;
    bool sum = op == LLVMAtomicRMWBinOpAdd || op == LLVMAtomicRMWBinOpSub;
    if (op == LLVMAtomicRMWBinOpAnd || op == LLVMAtomicRMWBinOpOr)
        return has_own(pt, operand) ||
               (has_own(pt, i) &&
                !low_bits_only(pt, op == LLVMAtomicRMWBinOpAnd ? LLVMAnd : LLVMOr, i, operand));
    return has_own(pt, operand) || (!sum && has_own(pt, i));
}

/* An intrinsic on numbers: bits counted, bytes swapped, sums with overflow. */
static bool call_observes(struct points_to *pt, LLVMValueRef i) {
    LLVMValueRef f = ir_callee(i);
    if (!f || !ir_starts_with(f, "llvm.")) return false;
    for (uint32_t a = 0; a < ir_arguments(i); a++) {
        LLVMValueRef v = LLVMGetOperand(i, a);
        if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMPointerTypeKind && has_own(pt, v)) return true;
    }
    return false;
}

static bool observes(struct points_to *pt, LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    switch (op) {
    case LLVMICmp: {
        LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
        LLVMIntPredicate how = LLVMGetICmpPredicate(i);
        if (how == LLVMIntEQ || how == LLVMIntNE) return equality_observes(pt, a, b);
        return any_own(pt, i) && !same_object(pt, a, b);
    }
    case LLVMAtomicCmpXchg: return equality_observes(pt, i, LLVMGetOperand(i, 1));
    case LLVMAtomicRMW: return atomic_observes(pt, i);
    case LLVMGetElementPtr: return gep_observes(pt, i);
    case LLVMSwitch: return has_own(pt, LLVMGetOperand(i, 0));
    case LLVMCall: return call_observes(pt, i);
    case LLVMAlloca:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMLoad:
    case LLVMStore:
    case LLVMRet:
    case LLVMBr:
    case LLVMIndirectBr:
    case LLVMUnreachable:
    case LLVMFence:
    case LLVMFreeze:
    case LLVMExtractValue:
    case LLVMInsertValue:
    case LLVMExtractElement:
    case LLVMInsertElement: return false;
    default:
        if (LLVMGetNumOperands(i) == 2)
            return arithmetic_observes(pt, op, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1));
        return LLVMGetNumOperands(i) == 1 ? cast_observes(pt, i, op) : any_own(pt, i);
    }
}

/* ---- marks ---- */

static void mark_value(struct points_to *pt, LLVMValueRef v) {
    target_set own = {0};
    own_targets(pt, v, &own);
    for (uint32_t i = 0; i < own.n; i++) pt->objects.all.at[own.at[i].object].observed = true;
    VEC_RELEASE(&own);
}

/* Differences and the like in constants, which clang makes of addresses of globals. */
static void mark_constant(struct points_to *pt, LLVMValueRef v, uint32_t depth) {
    if (!LLVMIsAConstant(v) || LLVMIsAGlobalValue(v) || depth > 64) return;
    LLVMOpcode op = LLVMIsAConstantExpr(v) ? LLVMGetConstOpcode(v) : LLVMRet;
    bool whole = op == LLVMPtrToInt || op == LLVMIntToPtr ? has_pointer_width(pt, v) : true;
    bool distance = op == LLVMSub && same_object(pt, LLVMGetOperand(v, 0), LLVMGetOperand(v, 1));
    if ((op == LLVMSub && !distance) || op == LLVMMul || op == LLVMXor || op == LLVMTrunc || !whole)
        mark_value(pt, v);
    if (op == LLVMAdd && any_own(pt, v)) mark_value(pt, v);
    for (int o = 0; o < LLVMGetNumOperands(v); o++)
        if (!LLVMIsABasicBlock(LLVMGetOperand(v, (unsigned)o)))
            mark_constant(pt, LLVMGetOperand(v, (unsigned)o), depth + 1);
}

/* The operands that an instruction observes: [first, last). An atomic operation also observes what
 * it reads. */
static void observed_operands(LLVMValueRef i, int *first, int *last) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    *first = op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg ? 1 : 0;
    *last = op == LLVMCall ? (int)ir_arguments(i) : op == LLVMSwitch ? 1 : LLVMGetNumOperands(i);
}

static bool observes_result(LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    return op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg;
}

static void mark_instruction(struct points_to *pt, LLVMValueRef i) {
    int first, last;
    observed_operands(i, &first, &last);
    for (int o = 0; o < LLVMGetNumOperands(i); o++)
        if (LLVMIsAConstantExpr(LLVMGetOperand(i, (unsigned)o)))
            mark_constant(pt, LLVMGetOperand(i, (unsigned)o), 0);
    if (!observes(pt, i)) return;
    for (int o = first; o < last; o++) mark_value(pt, LLVMGetOperand(i, (unsigned)o));
    if (observes_result(i)) mark_value(pt, i);
}

static bool is_used(struct points_to *pt, const char *function) {
    LLVMValueRef f = LLVMGetNamedFunction(pt->module, function);
    return f && LLVMGetFirstUse(f);
}

static bool has_lifetime(LLVMValueRef alloca) {
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u), f = ir_is_call(user) ? ir_callee(user) : NULL;
        if (f && ir_starts_with(f, "llvm.lifetime")) return true;
    }
    return false;
}

static bool is_mortal(struct points_to *pt, const struct object *o, LLVMValueRef entry) {
    if (pt->lives && o->kind == OBJECT_STACK && !ir_is_static_alloca(o->site)) return true;
    if (o->kind == OBJECT_HEAP)
        return is_used(pt, "free") || is_used(pt, "kfree") || ir_has_realloc(pt->module);
    return o->kind == OBJECT_STACK && (o->many || o->owner != entry || has_lifetime(o->site));
}

static bool can_be_numbered(struct points_to *pt, const struct object *o, LLVMValueRef entry) {
    uint64_t most = (uint64_t)1 << (LLVMPointerSize(pt->layout) == 4 ? 24 : 40);
    if (o->many || o->size == 0 || o->size > most || o->promised > 4096) return false;
    switch (o->kind) {
    case OBJECT_GLOBAL:
    case OBJECT_FUNCTION: return true;
    case OBJECT_STACK: return o->owner == entry;
    case OBJECT_HEAP: return !ir_has_realloc(pt->module);
    default: return false;
    }
}

void addresses_mark(struct points_to *pt, LLVMValueRef entry) {
    uint32_t numbered = 0;
    for (uint32_t i = 1; i < pt->objects.all.n; i++)
        pt->objects.all.at[i].mortal = is_mortal(pt, &pt->objects.all.at[i], entry);
    if (!pt->c_rules) return;
    for (uint32_t f = 0; f < pt->functions.n; f++)
        FOR_BLOCKS (b, pt->functions.at[f])
            FOR_INSTRUCTIONS (i, b) mark_instruction(pt, i);
    FOR_GLOBALS (g, pt->module)
        if (LLVMGetInitializer(g)) mark_constant(pt, LLVMGetInitializer(g), 0);
    for (uint32_t i = 1; i < pt->objects.all.n; i++) {
        struct object *o = &pt->objects.all.at[i];
        o->numbered = o->observed && numbered < MAX_NUMBERED && can_be_numbered(pt, o, entry);
        numbered += o->numbered;
    }
}

/* ---- results ---- */

static bool all_numbered(struct points_to *pt, LLVMValueRef v) {
    target_set own = {0};
    bool all = true;
    own_targets(pt, v, &own);
    for (uint32_t i = 0; i < own.n; i++) all &= pt->objects.all.at[own.at[i].object].numbered;
    VEC_RELEASE(&own);
    return all;
}

bool addresses_hide_result(struct points_to *pt, LLVMValueRef i) {
    int first, last;
    if (!pt->c_rules || !observes(pt, i)) return false;
    observed_operands(i, &first, &last);
    for (int o = first; o < last; o++)
        if (!all_numbered(pt, LLVMGetOperand(i, (unsigned)o))) return true;
    return observes_result(i) && !all_numbered(pt, i);
}

uint32_t addresses_of_blocks(struct points_to *pt, LLVMValueRef a, LLVMValueRef b) {
    if (!pt->c_rules || LLVMIsNull(a) || LLVMIsNull(b) || !same_object(pt, a, b)) return 0;
    uint32_t object = points_to_of(pt, a)->at[0].object;
    return pt->objects.all.at[object].many ? object : 0;
}

bool addresses_rely_on_life(struct points_to *pt, LLVMValueRef i) {
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
    if (!pt->c_rules || LLVMIsNull(a) || LLVMIsNull(b)) return false;
    if (LLVMGetTypeKind(LLVMTypeOf(a)) != LLVMPointerTypeKind) return false;
    target_set own = {0};
    bool relied = false;
    if (has_own(pt, a) && has_own(pt, b)) {
        own_targets(pt, a, &own);
        own_targets(pt, b, &own);
    }
    for (uint32_t k = 0; k < own.n; k++)
        relied |= is_relied_on(pt, &pt->objects.all.at[own.at[k].object], false);
    VEC_RELEASE(&own);
    return relied;
}
