/* Operators on arguments that come from outside, such as a file that anybody may have changed: the
 * constructors of term.h take for granted that sorts agree, and this is where that is found out
 * first. */
#include "term/internal.h"

static bool all_of(const term *args, uint32_t n, sort s) {
    for (uint32_t i = 0; i < n; i++)
        if (term_sort(args[i]) != s) return false;
    return true;
}

static bool is_kind(term t, enum sort_kind k) { return sort_kind_of(term_sort(t)) == k; }

/* `n` arguments of one sort of this kind. */
static bool alike(const term *args, uint32_t n, uint32_t wanted, enum sort_kind k) {
    return n == wanted && is_kind(args[0], k) && all_of(args, n, term_sort(args[0]));
}

static bool fits_core(enum term_op op, sort s, const term *a, uint32_t n) {
    switch (op) {
    case OP_NOT: return n == 1 && all_of(a, n, sort_bool());
    case OP_AND:
    case OP_OR: return all_of(a, n, sort_bool());
    case OP_EQ: return n == 2 && term_sort(a[0]) == term_sort(a[1]);
    case OP_ITE: return n == 3 && term_sort(a[0]) == sort_bool() && all_of(a + 1, 2, s);
    case OP_SELECT:
        return n == 2 && is_kind(a[0], SORT_ARRAY) && term_sort(a[1]) == sort_index(term_sort(a[0]));
    case OP_STORE:
        return n == 3 && is_kind(a[0], SORT_ARRAY) && term_sort(a[1]) == sort_index(term_sort(a[0])) &&
               term_sort(a[2]) == sort_element(term_sort(a[0]));
    case OP_CONST_ARRAY: return n == 1 && sort_kind_of(s) == SORT_ARRAY && term_sort(a[0]) == sort_element(s);
    default: return false;
    }
}

static bool fits_bv(enum term_op op, sort s, const term *a, uint32_t n, uint32_t p0, uint32_t p1) {
    switch (op) {
    case OP_BV_ADD: return n >= 2 && alike(a, n, n, SORT_BV);
    case OP_BV_NOT: return alike(a, n, 1, SORT_BV);
    case OP_BV_CONCAT:
        return n == 2 && is_kind(a[0], SORT_BV) && is_kind(a[1], SORT_BV) &&
               width_of(a[0]) + width_of(a[1]) <= BV_MAX_WIDTH;
    case OP_BV_EXTRACT: return alike(a, n, 1, SORT_BV) && p0 >= p1 && p0 < width_of(a[0]);
    case OP_BV_ZEXT:
    case OP_BV_SEXT:
        return alike(a, n, 1, SORT_BV) && sort_kind_of(s) == SORT_BV && sort_width(s) >= width_of(a[0]);
    default: return alike(a, n, 2, SORT_BV);
    }
}

static bool fits_float(enum term_op op, sort s, const term *a, uint32_t n) {
    switch (op) {
    case OP_FP_FMA: return alike(a, n, 3, SORT_FLOAT);
    case OP_FP_NEG:
    case OP_FP_ABS:
    case OP_FP_SQRT:
    case OP_FP_RINT:
    case OP_FP_IS_NAN:
    case OP_FP_IS_INF:
    case OP_FP_IS_ZERO:
    case OP_FP_IS_NORMAL:
    case OP_FP_IS_SUBNORMAL:
    case OP_FP_IS_NEG: return alike(a, n, 1, SORT_FLOAT);
    case OP_FP_FROM_BITS:
        return alike(a, n, 1, SORT_BV) && sort_kind_of(s) == SORT_FLOAT && sort_width(s) == width_of(a[0]);
    case OP_FP_TO_BITS:
        return alike(a, n, 1, SORT_FLOAT) && sort_kind_of(s) == SORT_BV && sort_width(s) == width_of(a[0]);
    case OP_FP_FROM_FP: return alike(a, n, 1, SORT_FLOAT) && sort_kind_of(s) == SORT_FLOAT;
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV: return alike(a, n, 1, SORT_BV) && sort_kind_of(s) == SORT_FLOAT;
    case OP_FP_TO_SBV:
    case OP_FP_TO_UBV: return alike(a, n, 1, SORT_FLOAT) && sort_kind_of(s) == SORT_BV;
    default: return alike(a, n, 2, SORT_FLOAT);
    }
}

static bool fits(enum term_op op, sort s, const term *a, uint32_t n, uint32_t p0, uint32_t p1) {
    if (!n || op <= OP_VAR || op >= OP_COUNT) return false;
    if (op >= OP_BV_ADD && op <= OP_BV_SLE) return fits_bv(op, s, a, n, p0, p1);
    if (op == OP_INT_ADD) return n >= 2 && alike(a, n, n, SORT_INT);
    if (op >= OP_INT_ADD && op <= OP_INT_LE) return alike(a, n, 2, SORT_INT);
    return op >= OP_FP_ADD ? fits_float(op, s, a, n) : fits_core(op, s, a, n);
}

term term_checked(enum term_op op, sort s, const term *args, uint32_t n, uint32_t p0, uint32_t p1) {
    if (!fits(op, s, args, n, p0, p1)) return TERM_NONE;
    term t = term_build(op, s, args, n, p0, p1);
    return term_sort(t) == s ? t : TERM_NONE;
}
