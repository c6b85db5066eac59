/* LLVM's intrinsics on integers, and those that mean nothing here. */
#include <assert.h>
#include <string.h>

#include "frontend/driver/ir.h"
#include "frontend/translate/lifetime.h"
#include "frontend/translate/memory.h"
#include "frontend/translate/validity.h"
#include "util/bits.h"

static bool named(const char *name, const char *base) {
    size_t n = strlen(base);
    return !strncmp(name, base, n) && (name[n] == '.' || !name[n]);
}

static term sign_bit(term a) { return term_slt(a, term_bv(term_width(a), 0)); }

/* ---- arithmetic with overflow ---- */

/* The least signed number. */
static term least(uint32_t width, uint32_t wide) {
    return term_sext(term_concat(term_bv(1, 1), term_bv(width - 1, 0)), wide);
}

/* The numbers of the width, seen as wider ones, are those from least to greatest. */
static term leaves(term exact, uint32_t width, bool is_signed) {
    uint32_t wide = term_width(exact);
    term low = least(width, wide);
    if (is_signed) return term_or(term_slt(exact, low), term_slt(term_bv_not(low), exact));
    return term_ult(term_zext(term_bv_not(term_bv(width, 0)), wide), exact);
}

/* x + k with a constant k: x is compared with the last number for which it fits. */
static term sum_leaves(term x, term k) {
    uint32_t width = term_width(x);
    term low = least(width, width);
    bool negative = bits_sign(u128_of(term_value(k).lo, term_value(k).hi), width);
    return negative ? term_slt(x, term_bv_sub(low, k)) : term_slt(term_bv_sub(term_bv_not(low), k), x);
}

/* k - x: -1 - x always fits, so it is the sum of that and k + 1. */
static term difference_leaves(term k, term x) {
    uint32_t width = term_width(x);
    return sum_leaves(term_bv_not(x), term_bv_add(k, term_bv(width, 1)));
}

/* Computed in twice the width (at most BV_MAX_WIDTH) and compared with what fits: comparisons are
 * what intervals understand. */
static term wide_overflow(term a, term b, bool is_signed, char op, term *result) {
    uint32_t width = term_width(a);
    uint32_t wide = op == '*' ? 2 * width : width + 1;
    if (width < 2 || wide > BV_MAX_WIDTH) return TERM_NONE;
    term x = is_signed ? term_sext(a, wide) : term_zext(a, wide),
         y = is_signed ? term_sext(b, wide) : term_zext(b, wide);
    term exact = op == '+' ? term_bv_add(x, y) : op == '-' ? term_bv_sub(x, y) : term_bv_mul(x, y);
    *result = term_extract(exact, width - 1, 0);
    if (op == '-' && !is_signed) return term_ult(a, b);
    if (is_signed && op == '+' && term_is_const(b)) return sum_leaves(a, b);
    if (is_signed && op == '+' && term_is_const(a)) return sum_leaves(b, a);
    term low = least(width, width);
    if (is_signed && op == '-' && term_is_const(b) && b != low) return sum_leaves(a, term_bv_neg(b));
    if (is_signed && op == '-' && term_is_const(a) && a != term_bv_not(low)) return difference_leaves(a, b);
    return leaves(exact, width, is_signed);
}

static bool with_overflow(struct run *r, LLVMValueRef call, const char *name) {
    static const struct {
        const char *name;
        bool is_signed;
        char op;
    } rows[] = {{"llvm.sadd.with.overflow", true, '+'}, {"llvm.uadd.with.overflow", false, '+'},
                {"llvm.ssub.with.overflow", true, '-'}, {"llvm.usub.with.overflow", false, '-'},
                {"llvm.smul.with.overflow", true, '*'}, {"llvm.umul.with.overflow", false, '*'}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!named(name, rows[i].name)) continue;
        term result, overflow = wide_overflow(run_bits(r, LLVMGetOperand(call, 0)),
                                              run_bits(r, LLVMGetOperand(call, 1)), rows[i].is_signed,
                                              rows[i].op, &result);
        if (!overflow) return false;
        run_define_leaf(r, call, 0, result);
        run_define_leaf(r, call, 1, overflow);
        return true;
    }
    return false;
}

/* ---- bits ---- */

static term swap_bytes(term a) {
    uint32_t width = term_width(a);
    term result = term_extract(a, 7, 0);
    for (uint32_t at = 8; at < width; at += 8) result = term_concat(result, term_extract(a, at + 7, at));
    return result;
}

static term reverse_bits(term a) {
    term result = term_extract(a, 0, 0);
    for (uint32_t at = 1; at < term_width(a); at++) result = term_concat(result, term_extract(a, at, at));
    return result;
}

static term count_bits(term a) {
    uint32_t width = term_width(a);
    term sum = term_bv(width, 0);
    for (uint32_t at = 0; at < width; at++) sum = term_bv_add(sum, term_zext(term_extract(a, at, at), width));
    return sum;
}

/* The index of the first one from the top or the bottom; the width if there is none. */
static term count_zeros(term a, bool from_top) {
    uint32_t width = term_width(a);
    term result = term_bv(width, width);
    for (uint32_t i = width; i-- > 0;) {
        uint32_t at = from_top ? width - 1 - i : i;
        result = term_ite(term_eq(term_extract(a, at, at), term_bv(1, 1)), term_bv(width, i), result);
    }
    return result;
}

static term funnel(term high, term low, term by, bool left) {
    uint32_t width = term_width(high);
    if (2 * width > BV_MAX_WIDTH) return TERM_NONE;
    term both = term_concat(high, low), n = term_zext(term_bv_urem(by, term_bv(width, width)), 2 * width);
    return left ? term_extract(term_bv_shl(both, n), 2 * width - 1, width)
                : term_extract(term_bv_lshr(both, n), width - 1, 0);
}

static term pick(const char *name, term a, term b) {
    if (named(name, "llvm.smax")) return term_ite(term_slt(a, b), b, a);
    if (named(name, "llvm.smin")) return term_ite(term_slt(a, b), a, b);
    if (named(name, "llvm.umax")) return term_ite(term_ult(a, b), b, a);
    if (named(name, "llvm.umin")) return term_ite(term_ult(a, b), a, b);
    if (named(name, "llvm.expect")) return a;
    return TERM_NONE;
}

static term bit_intrinsic(struct run *r, LLVMValueRef call, const char *name) {
    term a = run_bits(r, LLVMGetOperand(call, 0));
    if (named(name, "llvm.bswap")) return swap_bytes(a);
    if (named(name, "llvm.bitreverse")) return reverse_bits(a);
    if (named(name, "llvm.ctpop")) return count_bits(a);
    if (named(name, "llvm.ctlz")) return count_zeros(a, true);
    if (named(name, "llvm.cttz")) return count_zeros(a, false);
    if (named(name, "llvm.abs")) return term_ite(sign_bit(a), term_bv_neg(a), a);
    if (ir_arguments(call) < 2) return TERM_NONE;
    if (named(name, "llvm.fshl") || named(name, "llvm.fshr"))
        return funnel(a, run_bits(r, LLVMGetOperand(call, 1)), run_bits(r, LLVMGetOperand(call, 2)),
                      name[8] == 'l');
    LLVMTypeRef second = LLVMTypeOf(LLVMGetOperand(call, 1));
    return second == LLVMTypeOf(call) ? pick(name, a, run_bits(r, LLVMGetOperand(call, 1))) : TERM_NONE;
}

/* ---- the rest ---- */

static bool means_nothing(const char *name) {
    static const char *const names[] = {"llvm.dbg",
                                        "llvm.lifetime",
                                        "llvm.stacksave",
                                        "llvm.stackrestore",
                                        "llvm.assume",
                                        "llvm.donothing",
                                        "llvm.prefetch",
                                        "llvm.var.annotation",
                                        "llvm.invariant",
                                        "llvm.va_end",
                                        "llvm.experimental.noalias.scope.decl"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (named(name, names[i])) return true;
    return false;
}

static bool block_operation(struct run *r, LLVMValueRef call, const char *name) {
    bool copy = !strncmp(name, "llvm.memcpy", 11) || !strncmp(name, "llvm.memmove", 12);
    if (!copy && !named(name, "llvm.memset")) return false;
    LLVMValueRef to = LLVMGetOperand(call, 0), second = LLVMGetOperand(call, 1),
                 size = LLVMGetOperand(call, 2);
    if (!LLVMIsAConstantInt(size)) run_cut(r, "a block operation of unknown size");
    else if (copy) {
        if (!strncmp(name, "llvm.memcpy", 11)) validity_apart(r, to, second, LLVMConstIntGetZExtValue(size));
        memory_copy(r, to, second, LLVMConstIntGetZExtValue(size));
    } else memory_fill(r, to, run_bits(r, second), LLVMConstIntGetZExtValue(size));
    return true;
}

bool intrinsics_call(struct run *r, LLVMValueRef call, const char *name) {
    if (block_operation(r, call, name)) return true;
    if (named(name, "llvm.trap") || named(name, "llvm.ubsantrap") || named(name, "llvm.debugtrap")) {
        run_stop(r);
        return true;
    }
    if (named(name, "llvm.stacksave")) {
        run_define(r, call, term_bv(r->t->pointer_width, 0));
        return true;
    }
    if (named(name, "llvm.is.constant")) {
        run_define(r, call, term_false());
        return true;
    }
    if (named(name, "llvm.objectsize")) {
        term none =
            term_bv(sort_width(run_sort(r, LLVMTypeOf(call))), 0); /* not known: 0 as a minimum, else -1 */
        run_define(r, call, LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)) ? none : term_bv_not(none));
        return true;
    }
    if (named(name, "llvm.stackrestore")) lifetime_restore(r, call);
    if (named(name, "llvm.lifetime.start")) lifetime_marker(r, call, true);
    if (named(name, "llvm.lifetime.end")) lifetime_marker(r, call, false);
    if (means_nothing(name)) return true;
    if (with_overflow(r, call, name)) return true;
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMIntegerTypeKind || ir_arguments(call) == 0 ||
        LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, 0))) != LLVMIntegerTypeKind)
        return false;
    term result = bit_intrinsic(r, call, name);
    if (!result) return false;
    run_define(r, call, result);
    return true;
}
