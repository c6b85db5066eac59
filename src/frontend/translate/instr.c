/* Instructions on integers, pointers and first-class structs.
 *
 * Arithmetic wraps whatever flags LLVM put on it. What C leaves undefined is resolved thus: a
 * division by zero and INT_MIN / -1 trap on every machine that we speak for, so the execution ends;
 * a shift takes its amount modulo the width, as x86 and the compiled program do. */
#include <assert.h>
#include <stdlib.h>

#include "frontend/driver/ir.h"
#include "frontend/pointers/addresses.h"
#include "frontend/translate/translate.h"
#include "frontend/translate/validity.h"
#include "frontend/translate/wide.h"
#include "util/mem.h"

static term all_ones(uint32_t width) { return term_bv_not(term_bv(width, 0)); }
static term least_signed(uint32_t width) { return term_bv_shl(term_bv(width, 1), term_bv(width, width - 1)); }

/* ---- arithmetic ---- */

static term divide(struct run *r, LLVMOpcode op, term a, term b) {
    uint32_t width = term_width(a);
    bool is_signed = op == LLVMSDiv || op == LLVMSRem;
    run_assume(r, term_not(term_eq(b, term_bv(width, 0))));
    if (is_signed && width > 1) {
        term overflow = term_and(term_eq(a, least_signed(width)), term_eq(b, all_ones(width)));
        /* where the -1 is constant, some compilers divide, which traps, and others negate */
        if (b == all_ones(width)) run_cut_if(r, overflow, "the least number divided by -1");
        else run_assume(r, term_not(overflow));
    }
    switch (op) {
    case LLVMUDiv: return term_bv_udiv(a, b);
    case LLVMSDiv: return term_bv_sdiv(a, b);
    case LLVMURem: return term_bv_urem(a, b);
    default: return term_bv_srem(a, b);
    }
}

static term shift(LLVMOpcode op, term a, term b) {
    uint32_t width = term_width(a);
    if (width > 1 && term_ult(b, term_bv(width, width)) != term_true())
        b = term_bv_urem(b, term_bv(width, width));
    return op == LLVMShl ? term_bv_shl(a, b) : op == LLVMLShr ? term_bv_lshr(a, b) : term_bv_ashr(a, b);
}

static term arithmetic(struct run *r, LLVMOpcode op, term a, term b) {
    switch (op) {
    case LLVMAdd: return term_bv_add(a, b);
    case LLVMSub: return term_bv_sub(a, b);
    case LLVMMul: return term_bv_mul(a, b);
    case LLVMAnd: return term_bv_and(a, b);
    case LLVMOr: return term_bv_or(a, b);
    case LLVMXor: return term_bv_xor(a, b);
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr: return shift(op, a, b);
    default: return divide(r, op, a, b);
    }
}

/* i1 is Bool: keeps the common operations free of conversions. */
static term bool_arithmetic(LLVMOpcode op, term a, term b) {
    switch (op) {
    case LLVMAnd:
    case LLVMMul: return term_and(a, b);
    case LLVMOr: return term_or(a, b);
    case LLVMAdd:
    case LLVMSub:
    case LLVMXor: return term_not(term_eq(a, b));
    default: return TERM_NONE;
    }
}

/* ---- addresses as numbers ---- */

/* Is this the address of an object of the program? Foreign ones are arbitrary anyway. */
static const struct target *first_target(struct run *r, LLVMValueRef v) {
    const target_set *targets = points_to_of(&r->t->pt, v);
    for (uint32_t i = 0; i < targets->n; i++)
        if (targets->at[i].object != r->t->pt.outside) return &targets->at[i];
    return NULL;
}

/* Distances inside an object are the same wherever it lies. */
static bool same_object(struct run *r, LLVMValueRef a, LLVMValueRef b) {
    const target_set *x = points_to_of(&r->t->pt, a), *y = points_to_of(&r->t->pt, b);
    return x->n == 1 && y->n == 1 && x->at[0].object == y->at[0].object;
}

static void note_address(struct run *r) {
    if (!r->t->pt.c_rules) run_assumption(r, LEDGER_ADDRESSES, NULL);
}

/* The result would be another one if the objects lay elsewhere. */
static void note_arithmetic(struct run *r, LLVMOpcode op, LLVMValueRef a, LLVMValueRef b) {
    const struct target *x = first_target(r, a), *y = first_target(r, b);
    if (op == LLVMAdd ? x && y : op == LLVMSub ? y && !(x && same_object(r, a, b)) : x || y) note_address(r);
}

/* Are both pointers into the same of many blocks? Where these have different sizes, that is relied
 * on: C only compares and subtracts pointers into the same one. */
static term same_block(struct run *r, LLVMValueRef a, LLVMValueRef b) {
    uint32_t object = addresses_of_blocks(&r->t->pt, a, b);
    uint64_t slot = object ? r->t->pt.objects.all.at[object].slot : 0;
    if (object && !slot) {
        run_assumption(r, LEDGER_BLOCK_POINTERS, NULL);
        return term_true();
    }
    if (!object) return term_true();
    uint32_t width = r->t->pointer_width;
    term base = term_bv(width, r->t->layout.shapes.at[object].base),
         mask = term_bv_not(term_bv(width, slot - 1));
    return term_eq(term_bv_and(term_bv_sub(run_bits(r, a), base), mask),
                   term_bv_and(term_bv_sub(run_bits(r, b), base), mask));
}

/* The result if both are into the same block, and else an arbitrary one. */
static term inside_block(struct run *r, LLVMValueRef a, LLVMValueRef b, term result) {
    term same = same_block(r, a, b);
    if (same == term_true()) return result;
    r->t->cfa->over_approximate = true;
    return term_ite(same, result, run_input(r, SITE_INTERNAL, "address", term_sort(result), false));
}

static bool is_address(LLVMValueRef v) {
    return LLVMIsAPtrToIntInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMPtrToInt);
}

/* p - q in the source. */
static void check_distance(struct run *r, LLVMValueRef a, LLVMValueRef b) {
    if (is_address(a) && is_address(b)) validity_together(r, LLVMGetOperand(a, 0), LLVMGetOperand(b, 0));
}

static void do_arithmetic(struct run *r, LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    note_arithmetic(r, op, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1));
    if (op == LLVMSub) check_distance(r, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1));
    term a = run_value(r, LLVMGetOperand(i, 0)), b = run_value(r, LLVMGetOperand(i, 1));
    term result = TERM_NONE;
    if (term_sort(a) == sort_bool()) result = bool_arithmetic(op, a, b);
    if (!result)
        result = arithmetic(r, op, run_bits(r, LLVMGetOperand(i, 0)), run_bits(r, LLVMGetOperand(i, 1)));
    if (op == LLVMSub) result = inside_block(r, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), result);
    run_define(r, i, result);
}

static term compare(LLVMIntPredicate how, term a, term b) {
    switch (how) {
    case LLVMIntEQ: return term_eq(a, b);
    case LLVMIntNE: return term_not(term_eq(a, b));
    case LLVMIntUGT: return term_ult(b, a);
    case LLVMIntUGE: return term_ule(b, a);
    case LLVMIntULT: return term_ult(a, b);
    case LLVMIntULE: return term_ule(a, b);
    case LLVMIntSGT: return term_slt(b, a);
    case LLVMIntSGE: return term_sle(b, a);
    case LLVMIntSLT: return term_slt(a, b);
    default: return term_sle(a, b);
    }
}

/* Does the value come from others who know no address of the object? */
static bool is_foreign_to(struct run *r, const target_set *foreign, uint32_t object) {
    const struct points_to *pt = &r->t->pt;
    const struct object *o = &pt->objects.all.at[object];
    if (object == pt->outside || o->kind == OBJECT_NAMELESS || points_to_has(foreign, object)) return false;
    return !points_to_has(foreign, pt->unknown) || !(o->escapes || o->guessed);
}

/* Pointers from outside never equal those to what nobody outside knows of: only null they may be
 * both. */
static bool never_meet(struct run *r, LLVMValueRef a, LLVMValueRef b) {
    const target_set *foreign = points_to_of(&r->t->pt, a), *own = points_to_of(&r->t->pt, b);
    if (!r->t->pt.unknown || LLVMIsAConstant(a) || own->n == 0) return false;
    if (!points_to_has(foreign, r->t->pt.outside)) return false;
    for (uint32_t i = 0; i < own->n; i++)
        if (!is_foreign_to(r, foreign, own->at[i].object)) return false;
    return true;
}

static term equal(struct run *r, LLVMValueRef a, LLVMValueRef b) {
    term x = run_value(r, a), y = run_value(r, b);
    if (!never_meet(r, a, b) && !never_meet(r, b, a)) return term_eq(x, y);
    return term_and(term_eq(x, term_bv(term_width(x), 0)), term_eq(y, term_bv(term_width(y), 0)));
}

/* The result depends on addresses that are not numbered: any value, but equal is what is the
 * same. */
static void do_hidden(struct run *r, LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    if (op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg) {
        run_cut(r, "an atomic operation on the address of one of many objects");
        return;
    }
    r->t->cfa->over_approximate = true;
    for (uint32_t leaf = 0; leaf < run_leaves(r, LLVMTypeOf(i)); leaf++)
        run_define_leaf(
            r, i, leaf,
            run_input(r, SITE_INTERNAL, "address", run_sort(r, run_leaf_type(LLVMTypeOf(i), leaf)), false));
}

static term coincidence(struct run *r, LLVMValueRef i, term same) {
    if (!addresses_hide_result(&r->t->pt, i)) return same;
    r->t->cfa->over_approximate = true;
    return term_or(same, run_input(r, SITE_INTERNAL, "address", sort_bool(), false));
}

static void do_compare(struct run *r, LLVMValueRef i) {
    LLVMIntPredicate how = LLVMGetICmpPredicate(i);
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
    bool equality = how == LLVMIntEQ || how == LLVMIntNE;
    if (!equality && LLVMGetTypeKind(LLVMTypeOf(a)) == LLVMPointerTypeKind) validity_together(r, a, b);
    if (!equality && (first_target(r, a) || first_target(r, b)) && !same_object(r, a, b)) note_address(r);
    if (addresses_rely_on_life(&r->t->pt, i)) run_assumption(r, LEDGER_BLOCK_POINTERS, NULL);
    if (equality) {
        term same = coincidence(r, i, equal(r, a, b));
        run_define(r, i, how == LLVMIntEQ ? same : term_not(same));
    } else if (addresses_hide_result(&r->t->pt, i)) do_hidden(r, i);
    else run_define(r, i, inside_block(r, a, b, compare(how, run_bits(r, a), run_bits(r, b))));
}

/* ---- casts ---- */

static void do_cast(struct run *r, LLVMValueRef i) {
    LLVMValueRef from = LLVMGetOperand(i, 0);
    sort target = run_sort(r, LLVMTypeOf(i));
    term a = run_value(r, from);
    if (LLVMGetInstructionOpcode(i) == LLVMZExt && term_sort(a) == sort_bool()) {
        run_define(r, i, term_bool_to_bv(a, sort_width(target)));
        return;
    }
    a = run_bits(r, from);
    uint32_t width = target == sort_bool() ? 1 : sort_width(target), have = term_width(a);
    if (width < have) a = term_extract(a, width - 1, 0);
    else a = LLVMGetInstructionOpcode(i) == LLVMSExt ? term_sext(a, width) : term_zext(a, width);
    run_define(r, i, a);
}

static void do_bitcast(struct run *r, LLVMValueRef i) {
    term a = run_value(r, LLVMGetOperand(i, 0));
    sort target = run_sort(r, LLVMTypeOf(i));
    if (term_sort(a) == target) run_define(r, i, a);
    else if (sort_kind_of(term_sort(a)) == SORT_FLOAT && sort_kind_of(target) == SORT_BV)
        run_define(r, i, float_to_bits(r, a));
    else if (sort_kind_of(target) == SORT_FLOAT) run_define(r, i, float_from_bits(a, target));
    else run_cut(r, "a bit cast that is not supported");
}

static void do_gep(struct run *r, LLVMValueRef i) {
    struct gep g;
    uint32_t width = r->t->pointer_width;
    if (!gep_parse(r->t->data, i, &g)) {
        run_cut(r, "an address computation that is not supported");
        return;
    }
    term sum = term_bv_add(run_value(r, g.base), term_bv(width, (uint64_t)g.constant));
    for (uint32_t k = 0; k < g.n; k++) {
        term index = run_bits(r, g.part[k].index);
        index = term_width(index) > width ? term_extract(index, width - 1, 0) : term_sext(index, width);
        sum = term_bv_add(sum, term_bv_mul(term_bv(width, g.part[k].scale), index));
    }
    validity_moved(r, &g, i, sum);
    run_define(r, i, sum);
}

/* ---- structs as values ---- */

static LLVMValueRef element_index(LLVMValueRef i) {
    return LLVMGetOperand(i, LLVMIsAExtractElementInst(i) ? 1 : 2);
}

/* The first leaf of the part that the indices of extractvalue or insertvalue, or extractelement or
 * insertelement, select. */
static uint32_t selected_leaf(struct run *r, LLVMValueRef i, LLVMTypeRef type) {
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        return (uint32_t)LLVMConstIntGetZExtValue(element_index(i));
    const unsigned *indices = LLVMGetIndices(i);
    uint32_t leaf = 0;
    for (unsigned k = 0; k < LLVMGetNumIndices(i); k++) {
        bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
        for (unsigned before = 0; before < indices[k]; before++)
            leaf +=
                run_leaves(r, is_struct ? LLVMStructGetTypeAtIndex(type, before) : LLVMGetElementType(type));
        type = is_struct ? LLVMStructGetTypeAtIndex(type, indices[k]) : LLVMGetElementType(type);
    }
    return leaf;
}

static void do_extract(struct run *r, LLVMValueRef i) {
    LLVMValueRef whole = LLVMGetOperand(i, 0);
    uint32_t first = selected_leaf(r, i, LLVMTypeOf(whole));
    for (uint32_t leaf = 0; leaf < run_leaves(r, LLVMTypeOf(i)); leaf++)
        run_define_leaf(r, i, leaf, run_leaf(r, whole, first + leaf));
}

static void do_insert(struct run *r, LLVMValueRef i) {
    LLVMValueRef whole = LLVMGetOperand(i, 0), part = LLVMGetOperand(i, 1);
    uint32_t first = selected_leaf(r, i, LLVMTypeOf(whole)), n = run_leaves(r, LLVMTypeOf(part));
    for (uint32_t leaf = 0; leaf < run_leaves(r, LLVMTypeOf(i)); leaf++) {
        bool inside = leaf >= first && leaf < first + n;
        run_define_leaf(r, i, leaf, inside ? run_leaf(r, part, leaf - first) : run_leaf(r, whole, leaf));
    }
}

static void do_select(struct run *r, LLVMValueRef i) {
    LLVMValueRef condition = LLVMGetOperand(i, 0);
    if (LLVMGetTypeKind(LLVMTypeOf(condition)) != LLVMIntegerTypeKind) {
        run_cut(r, "a vector instruction");
        return;
    }
    term c = run_value(r, condition);
    for (uint32_t leaf = 0; leaf < run_leaves(r, LLVMTypeOf(i)); leaf++)
        run_define_leaf(
            r, i, leaf,
            term_ite(c, run_leaf(r, LLVMGetOperand(i, 1), leaf), run_leaf(r, LLVMGetOperand(i, 2), leaf)));
}

/* ---- atomics: one thread, so they are plain ---- */

static void do_atomic(struct run *r, LLVMValueRef i) {
    LLVMValueRef pointer = LLVMGetOperand(i, 0), operand = LLVMGetOperand(i, 1);
    LLVMTypeRef type = LLVMTypeOf(operand);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind && LLVMGetTypeKind(type) != LLVMPointerTypeKind) {
        run_cut(r, "an atomic operation that is not supported");
        return;
    }
    term old = memory_read(r, pointer, type), v = run_value(r, operand), new = v;
    switch (LLVMGetAtomicRMWBinOp(i)) {
    case LLVMAtomicRMWBinOpXchg: break;
    case LLVMAtomicRMWBinOpAdd: new = term_bv_add(old, v); break;
    case LLVMAtomicRMWBinOpSub: new = term_bv_sub(old, v); break;
    case LLVMAtomicRMWBinOpAnd: new = term_bv_and(old, v); break;
    case LLVMAtomicRMWBinOpNand: new = term_bv_not(term_bv_and(old, v)); break;
    case LLVMAtomicRMWBinOpOr: new = term_bv_or(old, v); break;
    case LLVMAtomicRMWBinOpXor: new = term_bv_xor(old, v); break;
    case LLVMAtomicRMWBinOpMax: new = term_ite(term_slt(old, v), v, old); break;
    case LLVMAtomicRMWBinOpMin: new = term_ite(term_slt(v, old), v, old); break;
    case LLVMAtomicRMWBinOpUMax: new = term_ite(term_ult(old, v), v, old); break;
    case LLVMAtomicRMWBinOpUMin: new = term_ite(term_ult(v, old), v, old); break;
    default: run_cut(r, "an atomic operation that is not supported"); return;
    }
    memory_write(r, pointer, type, new);
    run_define(r, i, old);
}

static void do_compare_exchange(struct run *r, LLVMValueRef i) {
    LLVMValueRef pointer = LLVMGetOperand(i, 0);
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 1));
    term old = memory_read(r, pointer, type);
    term hit = term_eq(old, run_value(r, LLVMGetOperand(i, 1)));
    memory_write(r, pointer, type, term_ite(hit, run_value(r, LLVMGetOperand(i, 2)), old));
    run_define_leaf(r, i, 0, old);
    run_define_leaf(r, i, 1, hit);
}

/* ---- dispatch ---- */

static bool is_vector(LLVMValueRef v) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
    return kind == LLVMVectorTypeKind || kind == LLVMScalableVectorTypeKind;
}

static bool has_vector(LLVMValueRef i) {
    bool has = is_vector(i);
    for (int o = 0; o < LLVMGetNumOperands(i) && !has; o++) has = is_vector(LLVMGetOperand(i, (unsigned)o));
    return has;
}

static bool names_element(LLVMValueRef i) {
    LLVMValueRef index = element_index(i);
    return LLVMIsAConstantInt(index) &&
           LLVMConstIntGetZExtValue(index) < LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(i, 0)));
}

/* Vectors of floats are moved, taken apart and put together, as a struct is; nothing is computed
 * with them. */
static bool moves_only(LLVMValueRef i) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
    case LLVMStore:
    case LLVMSelect:
    case LLVMFreeze:
    case LLVMExtractValue:
    case LLVMInsertValue: return true;
    case LLVMExtractElement:
    case LLVMInsertElement: return names_element(i);
    case LLVMCall: return ir_callee(i) && !ir_starts_with(ir_callee(i), "llvm.");
    default: return false;
    }
}

/* Every value must have sorts; i256 and the like do not. */
static bool has_sorts(struct run *r, LLVMValueRef i) {
    LLVMTypeRef type = LLVMTypeOf(i);
    if (LLVMGetTypeKind(type) != LLVMVoidTypeKind && LLVMGetFirstUse(i) && run_leaves(r, type) == 0)
        return false;
    if (ir_is_call(i)) return true;
    for (int o = 0; o < LLVMGetNumOperands(i); o++) {
        LLVMValueRef operand = LLVMGetOperand(i, (unsigned)o);
        if (!LLVMIsABasicBlock(operand) && run_leaves(r, LLVMTypeOf(operand)) == 0) return false;
    }
    return true;
}

static bool is_pure(LLVMValueRef i) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMStore:
    case LLVMCall:
    case LLVMFence:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMVAArg:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem: /* may trap */ return false;
    default: return true;
    }
}

void instr_translate(struct run *r, LLVMValueRef i) {
    bool checked = r->t->accesses && LLVMIsALoadInst(i);
    if (is_pure(i) && !LLVMGetFirstUse(i) && !checked) return;
    if (has_vector(i) && !moves_only(i)) {
        run_cut(r, "a vector instruction");
        return;
    }
    if (!has_sorts(r, i)) {
        run_cut(r, "a value of a type that is not supported");
        return;
    }
    if (LLVMGetInstructionOpcode(i) != LLVMICmp && addresses_hide_result(&r->t->pt, i)) {
        do_hidden(r, i);
        return;
    }
    if (floats_instruction(r, i) || wide_instruction(r, i)) return;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor: do_arithmetic(r, i); break;
    case LLVMICmp: do_compare(r, i); break;
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMPtrToInt:
    case LLVMAddrSpaceCast: do_cast(r, i); break;
    case LLVMIntToPtr:
        validity_from_number(r, i);
        do_cast(r, i);
        break;
    case LLVMBitCast: do_bitcast(r, i); break;
    case LLVMFreeze:
        for (uint32_t leaf = 0; leaf < run_leaves(r, LLVMTypeOf(i)); leaf++)
            run_define_leaf(r, i, leaf, run_leaf(r, LLVMGetOperand(i, 0), leaf));
        break;
    case LLVMSelect: do_select(r, i); break;
    case LLVMGetElementPtr: do_gep(r, i); break;
    case LLVMExtractValue:
    case LLVMExtractElement: do_extract(r, i); break;
    case LLVMInsertValue:
    case LLVMInsertElement: do_insert(r, i); break;
    case LLVMAlloca: memory_allocate(r, i); break;
    case LLVMLoad: memory_load(r, i); break;
    case LLVMStore: memory_store(r, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1)); break;
    case LLVMFence: break;
    case LLVMAtomicRMW: do_atomic(r, i); break;
    case LLVMAtomicCmpXchg: do_compare_exchange(r, i); break;
    case LLVMCall: library_call(r, i); break;
    case LLVMVAArg: run_cut(r, "va_arg"); break;
    default: run_cut(r, "an instruction that is not supported"); break;
    }
}
