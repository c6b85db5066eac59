/* Floats: constant folding, the identities of float_rules.c, and predicates moved into choices. */
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

static term fp_identity(enum term_op op, term a, term b) {
    bool flips = is_op(a, OP_FP_NEG) || is_op(a, OP_FP_ABS);
    if (op == OP_FP_NEG && is_op(a, OP_FP_NEG)) return arg(a, 0);
    if (op == OP_FP_ABS && flips) return term_fp(OP_FP_ABS, arg(a, 0), TERM_NONE, TERM_NONE);
    if ((op == OP_FP_MIN || op == OP_FP_MAX) && a == b) return a;
    if (op == OP_FP_LT || op == OP_FP_LE || op == OP_FP_EQ) return float_rules_compare(op, a, b);
    return is_predicate(op) ? float_rules_test(op, a) : float_rules_arithmetic(op, a, b);
}

/* ---- choices ---- */

/* How many parts operators may be moved into per choice, because that can make terms longer. */
enum { CHOICE_PARTS = 24 };
static uint32_t depth, parts;

/* Is it a relation that says no more than the one with the choice did? */
static bool is_comparison(term t) {
    if (is_op(t, OP_NOT)) t = arg(t, 0);
    return is_op(t, OP_FP_LT) || is_op(t, OP_FP_LE) || is_op(t, OP_FP_EQ);
}

/* op(ite(c, x, y), b) as ite(c, op(x, b), op(y, b)), if fewer comparisons are left than that
 * makes. */
static term fp_choice(enum term_op op, term a, term b) {
    bool left = is_op(a, OP_ITE), both = left && b && is_op(b, OP_ITE) && arg(a, 0) == arg(b, 0);
    term choice = left ? a : b, part[2];
    if (!is_predicate(op) || !choice || !is_op(choice, OP_ITE)) return TERM_NONE;
    if (!depth) parts = 0;
    if (parts >= CHOICE_PARTS) return TERM_NONE;
    parts += 2;
    depth++;
    for (uint32_t i = 0; i < 2; i++) {
        term y = both || !left ? arg(b, i + 1) : b;
        part[i] = term_fp(op, left ? arg(a, i + 1) : a, y, TERM_NONE);
    }
    depth--;
    bool shorter = both || !b || !is_comparison(part[0]) || !is_comparison(part[1]);
    return shorter ? term_ite(arg(choice, 0), part[0], part[1]) : TERM_NONE;
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
    if (!r) r = fp_choice(op, a, b);
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
    r = float_rules_convert(op, a, target);
    if (r) return r;
    return term_make(op, target, &a, 1, width, 0);
}
