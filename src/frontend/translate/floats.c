/* Floating point. Values are float terms, which know one NaN; bits in memory are IEEE's, or the 80
 * bits of the x87 format with its explicit integer bit. Whoever looks at the bits of a NaN sees an
 * arbitrary NaN pattern: that covers every machine. Rounding is to nearest even. A conversion to an
 * integer that does not fit is undefined in C and yields an arbitrary value.
 *
 * fmod and remainder: C's fmod truncates where fp.rem rounds, and is exact in both; fmod(x, y) is
 * built from fp.rem on absolute values, corrected by one y when that went below zero. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/driver/ir.h"
#include "frontend/translate/checks.h"
#include "frontend/translate/translate.h"

static term op1(enum term_op op, term a) { return term_fp(op, a, TERM_NONE, TERM_NONE); }
static term op2(enum term_op op, term a, term b) { return term_fp(op, a, b, TERM_NONE); }
static bool is_x87(sort s) { return sort_exponent(s) == 15 && sort_significand(s) == 64; }

static term zero(sort s) { return term_fp_convert(OP_FP_FROM_BITS, term_bv(sort_width(s), 0), s); }

/* ---- bits ---- */

/* The encoding of a float that is no NaN, as it lies in memory. */
static term plain_bits(term f) {
    sort s = term_sort(f);
    term bits = term_fp_convert(OP_FP_TO_BITS, f, sort_bv(sort_width(s)));
    if (!is_x87(s)) return bits;
    term exponent = term_extract(bits, 77, 63);
    term integer = term_ite(term_eq(exponent, term_bv(15, 0)), term_bv(1, 0), term_bv(1, 1));
    return term_concat(term_extract(bits, 78, 63), term_concat(integer, term_extract(bits, 62, 0)));
}

term float_to_bits(struct run *r, term f) {
    sort s = term_sort(f);
    term nan = op1(OP_FP_IS_NAN, f), bits = plain_bits(f);
    if (nan == term_false()) return bits;
    uint32_t width = term_width(bits), fraction = sort_significand(s) - 1;
    term any = run_input(r, SITE_INTERNAL, "nan", sort_bv(width), false);
    /* sign and payload are free, the payload is not zero */
    uint32_t low = fraction; /* of the exponent field, or of x87's integer bit */
    uint32_t high = width - 2;
    term payload = term_extract(any, fraction - 1, 0);
    term ones = term_bv_not(term_bv(high - low + 1, 0));
    term pattern = term_concat(term_concat(term_extract(any, width - 1, width - 1), ones), payload);
    run_assume(r, term_implies(nan, term_not(term_eq(payload, term_bv(fraction, 0)))));
    return term_ite(nan, pattern, bits);
}

term float_from_bits(term bits, sort f) {
    if (is_x87(f)) bits = term_concat(term_extract(bits, 79, 64), term_extract(bits, 62, 0));
    assert(term_width(bits) == sort_width(f));
    return term_fp_convert(OP_FP_FROM_BITS, bits, f);
}

/* ---- constants ---- */

/* LLVM prints what is not a short decimal as 0x<16 digits> (float and double, as a double), 0xK<20
 * digits> (x87), 0xL<32 digits> (quad, low half first), 0xH<4 digits> (half). */
static term hex_constant(const char *text, sort s) {
    char low[17] = {0}, high[17] = {0};
    if (text[2] == 'K') {
        memcpy(high, text + 3, 4);
        memcpy(low, text + 7, 16);
        return float_from_bits(term_bv128(80, strtoull(low, NULL, 16), strtoull(high, NULL, 16)), s);
    }
    if (text[2] == 'L') {
        memcpy(low, text + 3, 16);
        memcpy(high, text + 19, 16);
        return float_from_bits(term_bv128(128, strtoull(low, NULL, 16), strtoull(high, NULL, 16)), s);
    }
    assert(text[2] == 'H');
    return float_from_bits(term_bv(16, strtoull(text + 3, NULL, 16)), s);
}

static term double_constant(double d) {
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return term_fp_convert(OP_FP_FROM_BITS, term_bv(64, bits), sort_float(11, 53));
}

term float_constant(struct run *r, LLVMValueRef c) {
    sort s = run_sort(r, LLVMTypeOf(c));
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(c));
    if (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind) {
        LLVMBool inexact;
        term d = double_constant(LLVMConstRealGetDouble(c, &inexact));
        return kind == LLVMDoubleTypeKind ? d : term_fp_convert(OP_FP_FROM_FP, d, s);
    }
    char *text = LLVMPrintValueToString(c), *hex = strstr(text, "0x");
    assert(hex);
    term result = hex_constant(hex, s);
    LLVMDisposeMessage(text);
    return result;
}

/* ---- instructions ---- */

static term compare(LLVMRealPredicate how, term a, term b) {
    term unordered = term_or(op1(OP_FP_IS_NAN, a), op1(OP_FP_IS_NAN, b));
    term eq = op2(OP_FP_EQ, a, b), lt = op2(OP_FP_LT, a, b), le = op2(OP_FP_LE, a, b),
         gt = op2(OP_FP_LT, b, a), ge = op2(OP_FP_LE, b, a);
    switch (how) {
    case LLVMRealPredicateFalse: return term_false();
    case LLVMRealOEQ: return eq;
    case LLVMRealOGT: return gt;
    case LLVMRealOGE: return ge;
    case LLVMRealOLT: return lt;
    case LLVMRealOLE: return le;
    case LLVMRealONE: return term_or(lt, gt);
    case LLVMRealORD: return term_not(unordered);
    case LLVMRealUNO: return unordered;
    case LLVMRealUEQ: return term_not(term_or(lt, gt));
    case LLVMRealUGT: return term_not(le);
    case LLVMRealUGE: return term_not(lt);
    case LLVMRealULT: return term_not(ge);
    case LLVMRealULE: return term_not(gt);
    case LLVMRealUNE: return term_not(eq);
    default: return term_true();
    }
}

/* 2^n as a float of the sort; TERM_NONE if it is too large for it. */
static term power_of_two(sort s, uint32_t n) {
    uint32_t bias = (1u << (sort_exponent(s) - 1)) - 1;
    if (n > bias) return TERM_NONE;
    uint32_t fraction = sort_significand(s) - 1, width = sort_width(s);
    term bits = term_bv_shl(term_bv(width, bias + n), term_bv(width, fraction));
    return term_fp_convert(OP_FP_FROM_BITS, bits, s);
}

/* Does the float, rounded towards zero, fit into the integer type? */
static term fits_integer(term f, uint32_t width, bool is_signed) {
    sort s = term_sort(f);
    term limit = power_of_two(s, is_signed ? width - 1 : width);
    term finite = term_not(term_or(op1(OP_FP_IS_NAN, f), op1(OP_FP_IS_INF, f)));
    term one = power_of_two(s, 0);
    if (!is_signed) {
        term above = op2(OP_FP_LT, op1(OP_FP_NEG, one), f); /* -1 < f truncates to at least 0 */
        return term_and(finite, limit ? term_and(above, op2(OP_FP_LT, f, limit)) : above);
    }
    if (!limit) return finite;
    /* -2^(w-1) - 1 < f < 2^(w-1); where the former is not a float, -2^(w-1) <= f says the same */
    term least = op1(OP_FP_NEG, limit), below = op2(OP_FP_SUB, least, one);
    term low = op2(OP_FP_EQ, below, least) == term_true() ? op2(OP_FP_LE, least, f) : op2(OP_FP_LT, below, f);
    return term_and(finite, term_and(low, op2(OP_FP_LT, f, limit)));
}

static term to_integer(struct run *r, term f, uint32_t width, bool is_signed) {
    term fits = fits_integer(f, width, is_signed);
    term n = term_fp_convert(is_signed ? OP_FP_TO_SBV : OP_FP_TO_UBV, f, sort_bv(width));
    if (fits == term_true()) return n;
    return term_ite(fits, n, run_input(r, SITE_INTERNAL, "conversion", sort_bv(width), is_signed));
}

/* Truncated remainder: |x| rem |y| lies in [-|y|/2, |y|/2]; below zero, |y| more makes it exact. */
static term c_fmod(term x, term y) {
    sort s = term_sort(x);
    term ax = op1(OP_FP_ABS, x), ay = op1(OP_FP_ABS, y), rem = op2(OP_FP_REM, ax, ay);
    term nought = zero(s);
    term up = term_ite(op2(OP_FP_LT, rem, nought), op2(OP_FP_ADD, rem, ay), op1(OP_FP_ABS, rem));
    return term_ite(op1(OP_FP_IS_NEG, x), op1(OP_FP_NEG, up), up);
}

static term binary(LLVMOpcode op, term a, term b) {
    switch (op) {
    case LLVMFAdd: return op2(OP_FP_ADD, a, b);
    case LLVMFSub: return op2(OP_FP_SUB, a, b);
    case LLVMFMul: return op2(OP_FP_MUL, a, b);
    case LLVMFDiv: return op2(OP_FP_DIV, a, b);
    default: return c_fmod(a, b);
    }
}

static term is_class(enum term_op op, term x) { return op1(op, x); }

/* A number that was none before. */
static void check_result(struct run *r, LLVMOpcode op, term a, term b, term result) {
    const check_set asked = r->t->program->checks;
    term nan = term_or(is_class(OP_FP_IS_NAN, a), is_class(OP_FP_IS_NAN, b));
    term inf = term_or(is_class(OP_FP_IS_INF, a), is_class(OP_FP_IS_INF, b));
    if (op == LLVMFDiv) inf = term_or(inf, is_class(OP_FP_IS_ZERO, b)); /* float-division */
    if (asked & CHECK_BIT(CHECK_FLOAT_NAN))
        checks_fail_if(r, CHECK_FLOAT_NAN, term_and(is_class(OP_FP_IS_NAN, result), term_not(nan)));
    if (asked & CHECK_BIT(CHECK_FLOAT_OVERFLOW))
        checks_fail_if(r, CHECK_FLOAT_OVERFLOW, term_and(is_class(OP_FP_IS_INF, result), term_not(inf)));
}

static void arithmetic(struct run *r, LLVMValueRef i) {
    term a = run_value(r, LLVMGetOperand(i, 0)), b = run_value(r, LLVMGetOperand(i, 1));
    term result = binary(LLVMGetInstructionOpcode(i), a, b);
    check_result(r, LLVMGetInstructionOpcode(i), a, b, result);
    if (!r->over) run_define(r, i, result);
}

bool floats_instruction(struct run *r, LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    LLVMValueRef first = LLVMGetNumOperands(i) > 0 ? LLVMGetOperand(i, 0) : NULL;
    sort target = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVoidTypeKind ? 0 : run_sort(r, LLVMTypeOf(i));
    switch (op) {
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem: arithmetic(r, i); return true;
    case LLVMFNeg: run_define(r, i, op1(OP_FP_NEG, run_value(r, first))); return true;
    case LLVMFCmp:
        run_define(r, i,
                   compare(LLVMGetFCmpPredicate(i), run_value(r, first), run_value(r, LLVMGetOperand(i, 1))));
        return true;
    case LLVMFPExt:
    case LLVMFPTrunc:
        run_define(r, i, term_fp_convert(OP_FP_FROM_FP, run_value(r, first), target));
        return true;
    case LLVMSIToFP:
        run_define(r, i, term_fp_convert(OP_FP_FROM_SBV, run_bits(r, first), target));
        return true;
    case LLVMUIToFP:
        run_define(r, i, term_fp_convert(OP_FP_FROM_UBV, run_bits(r, first), target));
        return true;
    case LLVMFPToSI:
    case LLVMFPToUI:
        run_define(r, i,
                   to_integer(r, run_value(r, first), target == sort_bool() ? 1 : sort_width(target),
                              op == LLVMFPToSI));
        return true;
    default: return false;
    }
}

/* ---- library ---- */

/* A name without the suffix of float or long double: "floorf" -> "floor". */
static bool is_math(const char *name, const char *base) {
    size_t n = strlen(base);
    return !strncmp(name, base, n) && (!name[n] || ((name[n] == 'f' || name[n] == 'l') && !name[n + 1]));
}

static bool is_intrinsic(const char *name, const char *base) {
    size_t n = strlen(base);
    return !strncmp(name, base, n) && name[n] == '.';
}

/* Rounds to an integer: towards minus infinity (down), plus infinity (up), zero, or away from zero
 * at halves. */
enum rounding { ROUND_DOWN, ROUND_UP, ROUND_ZERO, ROUND_AWAY, ROUND_EVEN };

static term with_sign_of(term magnitude, term sign) {
    term positive = op1(OP_FP_ABS, magnitude);
    return term_ite(op1(OP_FP_IS_NEG, sign), op1(OP_FP_NEG, positive), positive);
}

/* All from the nearest even integer, by a correction of one; a result of zero keeps the sign of
 * x. */
static term rounded(enum rounding how, term x) {
    sort s = term_sort(x);
    term near = op1(OP_FP_RINT, x), one = power_of_two(s, 0), result = near;
    term less = op2(OP_FP_SUB, near, one), more = op2(OP_FP_ADD, near, one);
    term down = term_ite(op2(OP_FP_LT, x, near), less, near),
         up = term_ite(op2(OP_FP_LT, near, x), more, near);
    if (how == ROUND_DOWN) result = down;
    if (how == ROUND_UP) result = up;
    if (how == ROUND_ZERO) result = term_ite(op1(OP_FP_IS_NEG, x), up, down);
    if (how == ROUND_AWAY) {
        term ax = op1(OP_FP_ABS, x), floor = rounded(ROUND_DOWN, ax),
             half = op2(OP_FP_DIV, one, op2(OP_FP_ADD, one, one));
        result = term_ite(op2(OP_FP_LE, half, op2(OP_FP_SUB, ax, floor)), op2(OP_FP_ADD, floor, one), floor);
    }
    /* infinities and NaN as they are: inf - inf above would be NaN */
    term odd = term_or(op1(OP_FP_IS_NAN, x), op1(OP_FP_IS_INF, x));
    if (how == ROUND_EVEN) return term_ite(odd, x, near);
    if (how == ROUND_AWAY) return term_ite(odd, x, with_sign_of(result, x));
    term none = zero(s), signed_zero = term_ite(op1(OP_FP_IS_NEG, x), op1(OP_FP_NEG, none), none);
    return term_ite(odd, x, term_ite(op1(OP_FP_IS_ZERO, result), signed_zero, result));
}

static term unary_math(const char *name, term x) {
    static const struct {
        const char *name;
        enum rounding how;
    } roundings[] = {{"floor", ROUND_DOWN},    {"ceil", ROUND_UP},   {"trunc", ROUND_ZERO},
                     {"round", ROUND_AWAY},    {"rint", ROUND_EVEN}, {"nearbyint", ROUND_EVEN},
                     {"roundeven", ROUND_EVEN}};
    char intrinsic[64];
    for (size_t i = 0; i < sizeof roundings / sizeof *roundings; i++) {
        snprintf(intrinsic, sizeof intrinsic, "llvm.%s", roundings[i].name);
        if (is_math(name, roundings[i].name) || is_intrinsic(name, intrinsic))
            return rounded(roundings[i].how, x);
    }
    if (is_math(name, "fabs") || is_intrinsic(name, "llvm.fabs")) return op1(OP_FP_ABS, x);
    if (is_math(name, "sqrt") || is_intrinsic(name, "llvm.sqrt")) return op1(OP_FP_SQRT, x);
    return TERM_NONE;
}

static term binary_math(const char *name, term x, term y) {
    if (is_math(name, "fmin") || is_intrinsic(name, "llvm.minnum")) return op2(OP_FP_MIN, x, y);
    if (is_math(name, "fmax") || is_intrinsic(name, "llvm.maxnum")) return op2(OP_FP_MAX, x, y);
    if (is_math(name, "fmod")) return c_fmod(x, y);
    if (is_math(name, "remainder")) return op2(OP_FP_REM, x, y);
    if (is_math(name, "copysign") || is_intrinsic(name, "llvm.copysign"))
        return term_ite(op1(OP_FP_IS_NAN, x), x, with_sign_of(x, y));
    if (is_math(name, "fdim")) {
        term difference = op2(OP_FP_SUB, x, y), nan = term_or(op1(OP_FP_IS_NAN, x), op1(OP_FP_IS_NAN, y));
        return term_ite(nan, difference, term_ite(op2(OP_FP_LT, y, x), difference, zero(term_sort(x))));
    }
    return TERM_NONE;
}

/* The classes of glibc's fpclassify: FP_NAN 0, FP_INFINITE 1, FP_ZERO 2, FP_SUBNORMAL 3, FP_NORMAL
 * 4. */
static term class_number(term x, uint32_t width) {
    term other = term_ite(op1(OP_FP_IS_SUBNORMAL, x), term_bv(width, 3), term_bv(width, 4));
    other = term_ite(op1(OP_FP_IS_ZERO, x), term_bv(width, 2), other);
    other = term_ite(op1(OP_FP_IS_INF, x), term_bv(width, 1), other);
    return term_ite(op1(OP_FP_IS_NAN, x), term_bv(width, 0), other);
}

/* A predicate that returns an integer; TERM_NONE if the name is none. */
static term classify(struct run *r, const char *name, term x, uint32_t width) {
    term nan = op1(OP_FP_IS_NAN, x), inf = op1(OP_FP_IS_INF, x), negative = op1(OP_FP_IS_NEG, x);
    if (!strncmp(name, "__", 2)) name += 2;
    if (is_math(name, "isnan")) return term_bool_to_bv(nan, width);
    if (is_math(name, "isinf"))
        return term_ite(inf, term_ite(negative, term_bv_neg(term_bv(width, 1)), term_bv(width, 1)),
                        term_bv(width, 0));
    if (is_math(name, "finite") || is_math(name, "isfinite"))
        return term_bool_to_bv(term_not(term_or(nan, inf)), width);
    if (is_math(name, "isnormal")) return term_bool_to_bv(op1(OP_FP_IS_NORMAL, x), width);
    if (is_math(name, "fpclassify")) return class_number(x, width);
    if (is_math(name, "signbit")) {
        /* a NaN has either sign */
        term any = run_input(r, SITE_INTERNAL, "nan", sort_bool(), false);
        return term_bool_to_bv(term_ite(nan, any, negative), width);
    }
    return TERM_NONE;
}

/* llvm.is.fpclass: a mask of classes; a NaN's sign and quietness are not known. */
static term in_classes(struct run *r, term x, uint64_t mask) {
    term negative = op1(OP_FP_IS_NEG, x), nan = op1(OP_FP_IS_NAN, x), result = term_false();
    const struct {
        term class;
        uint32_t minus, plus;
    } rows[] = {{op1(OP_FP_IS_INF, x), 2, 9},
                {op1(OP_FP_IS_NORMAL, x), 3, 8},
                {op1(OP_FP_IS_SUBNORMAL, x), 4, 7},
                {op1(OP_FP_IS_ZERO, x), 5, 6}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        term minus = mask >> rows[i].minus & 1 ? negative : term_false(),
             plus = mask >> rows[i].plus & 1 ? term_not(negative) : term_false();
        result = term_or(result, term_and(rows[i].class, term_or(minus, plus)));
    }
    if ((mask & 3) == 3) return term_or(result, nan);
    if ((mask & 3) == 0) return term_and(result, term_not(nan));
    return term_ite(nan, run_input(r, SITE_INTERNAL, "nan", sort_bool(), false), result);
}

static bool float_arguments(struct run *r, LLVMValueRef call, uint32_t n) {
    if (ir_arguments(call) < n) return false;
    for (uint32_t i = 0; i < n; i++) {
        sort s = run_sort(r, LLVMTypeOf(LLVMGetOperand(call, i)));
        if (!s || sort_kind_of(s) != SORT_FLOAT || s != run_sort(r, LLVMTypeOf(LLVMGetOperand(call, 0))))
            return false;
    }
    return true;
}

/* lround, lrint and their kin, for results that fit. */
static term to_long(struct run *r, const char *name, term x, uint32_t width) {
    if (is_math(name, "lround") || is_math(name, "llround"))
        return to_integer(r, rounded(ROUND_AWAY, x), width, true);
    if (is_math(name, "lrint") || is_math(name, "llrint"))
        return to_integer(r, rounded(ROUND_EVEN, x), width, true);
    return TERM_NONE;
}

bool floats_call(struct run *r, LLVMValueRef call, const char *name) {
    if (!float_arguments(r, call, 1)) return false;
    sort target = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind ? 0 : run_sort(r, LLVMTypeOf(call));
    if (!target) return false;
    term x = run_value(r, LLVMGetOperand(call, 0)), result = TERM_NONE;
    if (is_intrinsic(name, "llvm.is.fpclass")) {
        result = in_classes(r, x, LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)));
    } else if (sort_kind_of(target) == SORT_BV) {
        result = classify(r, name, x, sort_width(target));
        if (!result) result = to_long(r, name, x, sort_width(target));
    } else if (float_arguments(r, call, 3) && (is_math(name, "fma") || is_intrinsic(name, "llvm.fma"))) {
        result = term_fp(OP_FP_FMA, x, run_value(r, LLVMGetOperand(call, 1)),
                         run_value(r, LLVMGetOperand(call, 2)));
    } else if (float_arguments(r, call, 3) && is_intrinsic(name, "llvm.fmuladd")) {
        result = op2(OP_FP_ADD, op2(OP_FP_MUL, x, run_value(r, LLVMGetOperand(call, 1))),
                     run_value(r, LLVMGetOperand(call, 2)));
    } else if (float_arguments(r, call, 2)) {
        result = binary_math(name, x, run_value(r, LLVMGetOperand(call, 1)));
    } else {
        result = unary_math(name, x);
    }
    if (!result || term_sort(result) != target) return false;
    run_define(r, call, result);
    return true;
}
