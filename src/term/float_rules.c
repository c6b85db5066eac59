/* Identities of floats that hold for all values, NaN, infinities and both zeros included. Rounding
 * is to the nearest even number, there is one NaN, and -NaN is NaN. Why they hold:
 *
 *   signs        Rounding to nearest is symmetric, so -x * y = -(x * y), and x - y is x + -y by
 *                definition. Not -(x - y) = y - x, which differ where x = y.
 *   units        x * 1, x / 1, x + -0 and x - +0 are x; x + +0 is not, because -0 + +0 = +0.
 *   quotients    x / 2^k and x * 2^-k round the same real number, if both powers are floats.
 *   |x| and -x   Both numbers are m or -m for one m >= 0, so a comparison says whether x is
 *                negative, zero or NaN: x < |x| is "x is negative and not zero".
 *   conversions  To a wider format they are exact and keep the order. Between two neighbours of the
 *                narrow format lies no number of it, so x < c and x <= c are x < d or x <= d for
 *                the narrow number d nearest to c. A number made from an integer is no NaN, and it
 *                is exact if the significand has room for all bits.
 *
 * Example: copysign(x, y) == -x, with y negative, is |x| == x by the signs, and by the third rule
 * "x is zero or not negative" without any comparison left. */
#include "term/internal.h"

static term fp1(enum term_op op, term a) { return term_fp(op, a, TERM_NONE, TERM_NONE); }
static term fp2(enum term_op op, term a, term b) { return term_fp(op, a, b, TERM_NONE); }
static term is_nan(term a) { return fp1(OP_FP_IS_NAN, a); }
static term is_zero(term a) { return fp1(OP_FP_IS_ZERO, a); }
static term is_negative(term a) { return fp1(OP_FP_IS_NEG, a); }
static term opposite(term a) { return fp1(OP_FP_NEG, a); }

/* Is every float of the first sort one of the second? */
static bool is_wider(sort from, sort to) {
    return sort_exponent(from) <= sort_exponent(to) && sort_significand(from) <= sort_significand(to);
}

static bool is_widened(term a) {
    return is_op(a, OP_FP_FROM_FP) && is_wider(term_sort(arg(a, 0)), term_sort(a));
}

static bool is_from_integer(term a) { return is_op(a, OP_FP_FROM_SBV) || is_op(a, OP_FP_FROM_UBV); }

/* Is the float made from an integer that it is equal to? */
static bool is_exact_integer(term a) {
    return is_from_integer(a) && width_of(arg(a, 0)) <= sort_significand(term_sort(a)) &&
           width_of(arg(a, 0)) < (uint32_t)1 << (sort_exponent(term_sort(a)) - 1);
}

/* 0, unless a is a constant: then, if it is 2^k with neighbours of its own size, k and the bias. */
static uint32_t power_of_two(term a) {
    uint32_t fraction = sort_significand(term_sort(a)) - 1;
    if (!is_const(a) || fraction + sort_exponent(term_sort(a)) > 63) return 0;
    uint64_t bits = term_value(a).lo, top = ((uint64_t)1 << sort_exponent(term_sort(a))) - 1;
    uint64_t biased = bits >> fraction & top;
    bool whole =
        !(bits & (((uint64_t)1 << fraction) - 1)) && !(bits >> fraction >> sort_exponent(term_sort(a)));
    return whole && biased != top ? (uint32_t)biased : 0;
}

static bool is_one(term a) {
    return power_of_two(a) == ((uint32_t)1 << (sort_exponent(term_sort(a)) - 1)) - 1;
}

static bool is_zero_constant(term a, bool negative) {
    return is_const(a) && is_zero(a) == term_true() && is_negative(a) == term_bool(negative);
}

static bool is_selection(term a) { return is_op(a, OP_FP_MIN) || is_op(a, OP_FP_MAX); }
static bool is_nan_constant(term a) { return is_const(a) && is_nan(a) == term_true(); }

/* ---- tests of one number ---- */

static term test_of_integer(enum term_op op, term a) {
    term x = arg(a, 0);
    bool fits = width_of(x) < (uint32_t)1 << (sort_exponent(term_sort(a)) - 1);
    switch (op) {
    case OP_FP_IS_NAN:
    case OP_FP_IS_SUBNORMAL: return term_false();
    case OP_FP_IS_INF: return fits ? term_false() : TERM_NONE;
    case OP_FP_IS_ZERO: return term_eq(x, term_bv(width_of(x), 0));
    case OP_FP_IS_NEG: return is_op(a, OP_FP_FROM_UBV) ? term_false() : term_slt(x, term_bv(width_of(x), 0));
    default: return TERM_NONE;
    }
}

static term test_of_root(enum term_op op, term x) {
    switch (op) {
    case OP_FP_IS_NAN: return term_or(is_nan(x), term_and(is_negative(x), term_not(is_zero(x))));
    case OP_FP_IS_INF: return term_and(fp1(op, x), term_not(is_negative(x)));
    case OP_FP_IS_ZERO: return is_zero(x);
    case OP_FP_IS_NEG: return term_and(is_zero(x), is_negative(x));
    default: return TERM_NONE;
    }
}

static term negative_test(term a) {
    if (is_op(a, OP_FP_ABS)) return term_false();
    if (is_op(a, OP_FP_MUL) && arg(a, 0) == arg(a, 1)) return term_false();
    if (is_op(a, OP_FP_NEG)) return term_and(term_not(is_nan(arg(a, 0))), term_not(is_negative(arg(a, 0))));
    return TERM_NONE;
}

term float_rules_test(enum term_op op, term a) {
    bool keeps = op == OP_FP_IS_NAN || op == OP_FP_IS_NEG; /* any conversion keeps what is asked */
    bool flips = is_op(a, OP_FP_NEG) || is_op(a, OP_FP_ABS);
    if (op == OP_FP_IS_NEG)
        return negative_test(a)                                  ? negative_test(a)
               : is_op(a, OP_FP_FROM_FP) || is_op(a, OP_FP_RINT) ? is_negative(arg(a, 0))
               : is_from_integer(a)                              ? test_of_integer(op, a)
               : is_op(a, OP_FP_SQRT)                            ? test_of_root(op, arg(a, 0))
                                                                 : TERM_NONE;
    if (op == OP_FP_IS_NAN && is_selection(a)) return term_and(is_nan(arg(a, 0)), is_nan(arg(a, 1)));
    if (flips) return fp1(op, arg(a, 0));
    if (is_op(a, OP_FP_SQRT)) return test_of_root(op, arg(a, 0));
    if (is_from_integer(a)) return test_of_integer(op, a);
    if (is_op(a, OP_FP_RINT) && (keeps || op == OP_FP_IS_INF)) return fp1(op, arg(a, 0));
    if (is_op(a, OP_FP_FROM_FP) && keeps) return fp1(op, arg(a, 0));
    if (is_widened(a) && (op == OP_FP_IS_INF || op == OP_FP_IS_ZERO)) return fp1(op, arg(a, 0));
    return TERM_NONE;
}

/* ---- comparisons ---- */

/* The x of x, -x, |x| and -|x|. */
static term without_sign(term a) {
    if (is_op(a, OP_FP_NEG)) a = arg(a, 0);
    return is_op(a, OP_FP_ABS) ? arg(a, 0) : a;
}

/* Is such a number <= 0, if its x is negative (or not)? */
static bool points_down(term a, bool x_negative) {
    if (is_op(a, OP_FP_NEG)) return !points_down(arg(a, 0), x_negative);
    return is_op(a, OP_FP_ABS) ? false : x_negative;
}

/* a against b, which are m or -m each, and m = 0 if x is zero. */
static term compare_signs(enum term_op op, bool a_down, bool b_down, term x) {
    if (a_down == b_down) return term_bool(op != OP_FP_LT);
    if (op == OP_FP_EQ || b_down) return op == OP_FP_LT ? term_false() : is_zero(x);
    return op == OP_FP_LE ? term_true() : term_not(is_zero(x));
}

static term compare_same(enum term_op op, term a, term b) {
    term x = without_sign(a);
    term down = compare_signs(op, points_down(a, true), points_down(b, true), x);
    term up = compare_signs(op, points_down(a, false), points_down(b, false), x);
    if (up == term_false()) return term_and(is_negative(x), down); /* NaN is not negative */
    return term_and(term_not(is_nan(x)), term_ite(is_negative(x), down, up));
}

/* widened x against the constant c, which stands on the left if `swapped` */
static term compare_widened(enum term_op op, term x, term c, bool swapped) {
    term near = term_fp_convert(OP_FP_FROM_FP, c, term_sort(x));
    term back = term_fp_convert(OP_FP_FROM_FP, near, term_sort(c));
    if (!is_const(near) || !is_const(back)) return TERM_NONE;
    if (fp2(OP_FP_EQ, back, c) != term_true()) {
        if (op == OP_FP_EQ) return term_false();
        bool above = fp2(OP_FP_LT, c, back) == term_true();
        op = above != swapped ? OP_FP_LT : OP_FP_LE;
    }
    return swapped ? fp2(op, near, x) : fp2(op, x, near);
}

static term compare_integers(enum term_op op, term a, term b) {
    term x = arg(a, 0), y = arg(b, 0);
    bool alike = op_of(a) == op_of(b) && term_sort(x) == term_sort(y);
    if (!alike || !is_exact_integer(a) || !is_exact_integer(b)) return TERM_NONE;
    if (op == OP_FP_EQ) return term_eq(x, y);
    if (is_op(a, OP_FP_FROM_SBV)) return op == OP_FP_LT ? term_slt(x, y) : term_sle(x, y);
    return op == OP_FP_LT ? term_ult(x, y) : term_ule(x, y);
}

/* A number made from the integer x against a constant that is no NaN: x against the integer next to
 * it, in two more bits, so that there is one. */
static term integer_below(enum term_op op, term a, term c) {
    term x = arg(a, 0);
    uint32_t width = width_of(x) + 2;
    term near = term_fp_convert(OP_FP_TO_SBV, c, sort_bv(width)); /* towards zero */
    bool negative = is_negative(c) == term_true();
    if (!is_const(near)) return term_bool(op != OP_FP_EQ && !negative);
    x = is_op(a, OP_FP_FROM_SBV) ? term_sext(x, width) : term_zext(x, width);
    bool whole = fp2(OP_FP_EQ, term_fp_convert(OP_FP_FROM_SBV, near, term_sort(c)), c) == term_true();
    if (op == OP_FP_EQ) return whole ? term_eq(x, near) : term_false();
    return (whole ? op == OP_FP_LT : negative) ? term_slt(x, near) : term_sle(x, near);
}

static term compare_integer(enum term_op op, term a, term b) {
    bool left = is_from_integer(a);
    term number = left ? a : b, c = left ? b : a;
    if (!is_const(c) || !is_exact_integer(number) || width_of(arg(number, 0)) > BV_MAX_WIDTH - 2)
        return TERM_NONE;
    if (left || op == OP_FP_EQ) return integer_below(op, number, c);
    return term_not(integer_below(op == OP_FP_LT ? OP_FP_LE : OP_FP_LT, number, c));
}

/* |x| against a constant that is at most 0 */
static term compare_magnitude(enum term_op op, term a, term b) {
    term zero = term_float_bits(term_sort(a), value_of(0));
    bool left = is_op(a, OP_FP_ABS), below;
    term c = left ? b : a;
    if (!is_op(left ? a : b, OP_FP_ABS) || !is_const(c)) return TERM_NONE;
    below = fp2(OP_FP_LT, c, zero) == term_true();
    if (!below && is_zero(c) != term_true()) return TERM_NONE;
    if (left && (op == OP_FP_LT || below)) return term_false();
    if (!left && (op == OP_FP_LE || (op == OP_FP_LT && below))) return term_not(is_nan(b));
    return !left && op == OP_FP_EQ && below ? term_false() : TERM_NONE;
}

/* min(x, y) or max(x, y) against x or y: whichever zero it chooses, a comparison does not see
 * it. */
static term compare_selection(enum term_op op, term a, term b) {
    bool left = is_selection(a);
    term chosen = left ? a : b, other = left ? b : a;
    if (!is_selection(chosen) || (arg(chosen, 0) != other && arg(chosen, 1) != other)) return TERM_NONE;
    term x = arg(chosen, 0), y = arg(chosen, 1);
    term with_x = left ? fp2(op, x, b) : fp2(op, a, x), with_y = left ? fp2(op, y, b) : fp2(op, a, y);
    term first = is_op(chosen, OP_FP_MAX) ? fp2(OP_FP_LT, y, x) : fp2(OP_FP_LT, x, y);
    return term_ite(term_or(is_nan(y), first), with_x, with_y);
}

term float_rules_compare(enum term_op op, term a, term b) {
    if (is_nan_constant(a) || is_nan_constant(b)) return term_false();
    if (without_sign(a) == without_sign(b) && !is_const(a)) return compare_same(op, a, b);
    if (is_op(a, OP_FP_NEG) && (is_op(b, OP_FP_NEG) || is_const(b))) return fp2(op, opposite(b), arg(a, 0));
    if (is_op(b, OP_FP_NEG) && is_const(a)) return fp2(op, arg(b, 0), opposite(a));
    if (is_widened(a) && is_widened(b) && term_sort(arg(a, 0)) == term_sort(arg(b, 0)))
        return fp2(op, arg(a, 0), arg(b, 0));
    if (is_widened(a) && is_const(b)) return compare_widened(op, arg(a, 0), b, false);
    if (is_widened(b) && is_const(a)) return compare_widened(op, arg(b, 0), a, true);
    if (is_selection(a) || is_selection(b)) return compare_selection(op, a, b);
    if (is_from_integer(a) && is_from_integer(b)) return compare_integers(op, a, b);
    if (is_from_integer(a) || is_from_integer(b)) return compare_integer(op, a, b);
    return compare_magnitude(op, a, b);
}

/* ---- the sign of bits ---- */

term float_rules_sign(term bits, uint32_t fuel) {
    if (is_op(bits, OP_FP_TO_BITS)) return is_negative(arg(bits, 0));
    if (is_op(bits, OP_BV_CONCAT) && width_of(arg(bits, 0)) == 1) return term_eq(arg(bits, 0), term_bv(1, 1));
    if (!is_op(bits, OP_ITE) || !fuel) return TERM_NONE;
    term left = float_rules_sign(arg(bits, 1), fuel - 1);
    term right = left ? float_rules_sign(arg(bits, 2), fuel - 1) : TERM_NONE;
    return right ? term_ite(arg(bits, 0), left, right) : TERM_NONE;
}

/* ---- arithmetic ---- */

static term product_rules(enum term_op op, term a, term b) {
    bool divides = op == OP_FP_DIV;
    if (is_op(a, OP_FP_NEG) && is_op(b, OP_FP_NEG)) return fp2(op, arg(a, 0), arg(b, 0));
    if (is_op(a, OP_FP_NEG)) return opposite(fp2(op, arg(a, 0), b));
    if (is_op(b, OP_FP_NEG)) return opposite(fp2(op, a, arg(b, 0)));
    if (is_const(a) && !divides) return is_const(b) ? TERM_NONE : product_rules(op, b, a);
    if (!is_const(b)) return TERM_NONE;
    if (is_one(b)) return a;
    if (is_one(opposite(b))) return opposite(a);
    if (!divides || !power_of_two(b)) return TERM_NONE;
    uint32_t one = ((uint32_t)1 << (sort_exponent(term_sort(b)) - 1)) - 1;
    term inverse = fp2(OP_FP_DIV, term_fp_convert(OP_FP_FROM_UBV, term_bv(1, 1), term_sort(b)), b);
    return power_of_two(inverse) + power_of_two(b) == 2 * one ? fp2(OP_FP_MUL, a, inverse) : TERM_NONE;
}

term float_rules_arithmetic(enum term_op op, term a, term b) {
    switch (op) {
    case OP_FP_ADD:
        if (is_zero_constant(b, true)) return a;
        if (is_zero_constant(a, true)) return b;
        if (is_op(b, OP_FP_NEG)) return fp2(OP_FP_SUB, a, arg(b, 0));
        return is_op(a, OP_FP_NEG) ? fp2(OP_FP_SUB, b, arg(a, 0)) : TERM_NONE;
    case OP_FP_SUB:
        if (is_zero_constant(b, false)) return a;
        return is_op(b, OP_FP_NEG) ? fp2(OP_FP_ADD, a, arg(b, 0)) : TERM_NONE;
    case OP_FP_MUL:
    case OP_FP_DIV: return product_rules(op, a, b);
    case OP_FP_MIN:
    case OP_FP_MAX: return is_nan_constant(a) ? b : is_nan_constant(b) ? a : TERM_NONE;
    case OP_FP_RINT:
        if (is_op(a, OP_FP_RINT) || is_from_integer(a)) return a;
        return is_op(a, OP_FP_NEG) || is_op(a, OP_FP_ABS) ? fp1(op_of(a), fp1(OP_FP_RINT, arg(a, 0)))
                                                          : TERM_NONE;
    case OP_FP_ABS:
        return is_op(a, OP_FP_FROM_UBV) || (is_op(a, OP_FP_MUL) && arg(a, 0) == arg(a, 1)) ? a : TERM_NONE;
    default: return TERM_NONE;
    }
}

/* ---- conversions ---- */

/* Of an exact integer, back to an integer that has room for it. */
static term back_to_integer(enum term_op op, term a, sort target) {
    if (!is_exact_integer(a)) return TERM_NONE;
    term x = arg(a, 0);
    uint32_t from = width_of(x), to = sort_width(target);
    if (op == OP_FP_TO_SBV && is_op(a, OP_FP_FROM_SBV) && to >= from) return term_sext(x, to);
    if (is_op(a, OP_FP_FROM_UBV) && to >= from + (op == OP_FP_TO_SBV)) return term_zext(x, to);
    return TERM_NONE;
}

term float_rules_convert(enum term_op op, term a, sort target) {
    if (op == OP_FP_FROM_FP) {
        if (is_op(a, OP_FP_NEG) || is_op(a, OP_FP_ABS))
            return fp1(op_of(a), term_fp_convert(op, arg(a, 0), target));
        return is_widened(a) ? term_fp_convert(op, arg(a, 0), target) : TERM_NONE;
    }
    if (op != OP_FP_TO_SBV && op != OP_FP_TO_UBV) return TERM_NONE;
    return is_widened(a) ? term_fp_convert(op, arg(a, 0), target) : back_to_integer(op, a, target);
}
