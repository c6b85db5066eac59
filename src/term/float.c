/* Floats: constant folding and the identities that hold for all values, NaN and zeros included. */
#include "term/internal.h"

static bool is_commutative(enum term_op op) { return op == OP_FP_ADD || op == OP_FP_MUL || op == OP_FP_EQ; }
static bool is_predicate(enum term_op op) { return op >= OP_FP_LT && op <= OP_FP_IS_NEG; }

static uint32_t fp_arity(enum term_op op) {
    switch (op) {
    case OP_FP_FMA: return 3;
    case OP_FP_ADD:
    case OP_FP_SUB:
    case OP_FP_MUL:
    case OP_FP_DIV:
    case OP_FP_REM:
    case OP_FP_MIN:
    case OP_FP_MAX:
    case OP_FP_LT:
    case OP_FP_LE:
    case OP_FP_EQ: return 2;
    default: return 1;
    }
}

static bool is_signless_test(enum term_op op) { return op >= OP_FP_IS_NAN && op <= OP_FP_IS_SUBNORMAL; }

static term fp_identity(enum term_op op, term a, term b) {
    bool flips = is_op(a, OP_FP_NEG) || is_op(a, OP_FP_ABS);
    if (op == OP_FP_NEG && is_op(a, OP_FP_NEG)) return arg(a, 0);
    if (op == OP_FP_ABS && flips) return term_fp(OP_FP_ABS, arg(a, 0), TERM_NONE, TERM_NONE);
    if (is_signless_test(op) && flips) return term_fp(op, arg(a, 0), TERM_NONE, TERM_NONE);
    if (op == OP_FP_LT && a == b) return term_false();
    if ((op == OP_FP_LE || op == OP_FP_EQ) && a == b)
        return term_not(term_fp(OP_FP_IS_NAN, a, TERM_NONE, TERM_NONE));
    if ((op == OP_FP_MIN || op == OP_FP_MAX) && a == b) return a;
    return TERM_NONE;
}

term term_fp(enum term_op op, term a, term b, term c) {
    assert(op >= OP_FP_ADD && op <= OP_FP_IS_NEG);
    assert(sort_kind_of(term_sort(a)) == SORT_FLOAT);
    uint32_t n = fp_arity(op);
    assert(n < 2 || term_sort(a) == term_sort(b));
    assert(n < 3 || term_sort(a) == term_sort(c));
    sort s = is_predicate(op) ? sort_bool() : term_sort(a);
    term r = fold(op, s, (term[]){a, b, c}, n, 0, 0);
    if (!r) r = fp_identity(op, a, b);
    if (r) return r;
    bool swap = is_commutative(op) && a > b;
    return term_make(op, s, (term[]){swap ? b : a, swap ? a : b, c}, n, 0, 0);
}

term term_fp_convert(enum term_op op, term a, sort target) {
    assert(op >= OP_FP_FROM_BITS && op <= OP_FP_TO_UBV);
    uint32_t width = op_params(op) ? sort_width(target) : 0;
    term r = fold(op, target, &a, 1, width, 0);
    if (r) return r;
    if (op == OP_FP_FROM_FP && term_sort(a) == target) return a;
    if (op == OP_FP_FROM_BITS && is_op(a, OP_FP_TO_BITS) && term_sort(arg(a, 0)) == target) return arg(a, 0);
    return term_make(op, target, &a, 1, width, 0);
}
