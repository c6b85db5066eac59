#include "normal.h"

#include "term/subst.h"

static bool is_commutative(enum term_op op) {
    return op == OP_AND || op == OP_OR || op == OP_EQ || op == OP_BV_ADD || op == OP_BV_MUL ||
           op == OP_BV_AND || op == OP_BV_OR || op == OP_BV_XOR || op == OP_INT_ADD || op == OP_INT_MUL;
}

/* A constant comes first, the others in handle order. */
static bool sorted(term t) {
    for (uint32_t i = 1; i < term_arity(t); i++) {
        term a = term_arg(t, i - 1), b = term_arg(t, i);
        if (term_is_const(b) || (a > b && !(i == 1 && term_is_const(a)))) return false;
    }
    return true;
}

static bool undetermined(enum term_op op) {
    return op == OP_CONST_ARRAY || op == OP_INT_DIV || op == OP_INT_MOD || (op >= OP_FP_ADD && op < OP_COUNT);
}

static bool only_constants(term t) {
    for (uint32_t i = 0; i < term_arity(t); i++)
        if (!term_is_const(term_arg(t, i))) return false;
    return term_arity(t) > 0;
}

static const char *not_broken(term t) {
    switch (term_op_of(term_arg(t, 0))) {
    case OP_BV_ULT:
    case OP_BV_ULE:
    case OP_BV_SLT:
    case OP_BV_SLE:
    case OP_AND:
    case OP_OR:
    case OP_NOT: return "NOT around a relation, AND, OR or NOT";
    default: return NULL;
    }
}

static const char *sum_broken(term t) {
    term bases[256];
    uint32_t n = 0;
    for (uint32_t i = 0; i < term_arity(t) && n < 256; i++) {
        term x = term_arg(t, i);
        bool scaled =
            (term_op_of(x) == OP_BV_MUL || term_op_of(x) == OP_INT_MUL) && term_is_const(term_arg(x, 0));
        if (scaled) x = term_arg(x, 1);
        if (scaled && term_op_of(x) == term_op_of(t) && term_arity(x) <= 32) return "a scaled sum";
        if (!scaled && term_op_of(x) == term_op_of(t) && term_arity(x) <= 32) return "a sum in a sum";
        for (uint32_t k = 0; k < n; k++)
            if (bases[k] == x) return "a summand twice";
        bases[n++] = x;
    }
    return NULL;
}

static const char *nary_broken(term t) {
    for (uint32_t i = 0; i < term_arity(t); i++) {
        term x = term_arg(t, i);
        if (term_op_of(x) == term_op_of(t) && term_arity(x) <= 32) return "AND or OR is not flat";
        if (term_is_const(x)) return "a constant in AND or OR";
        for (uint32_t k = 0; k < i; k++)
            if (term_not(x) == term_arg(t, k)) return "complementary literals";
    }
    return NULL;
}

static const char *node_broken(term t) {
    enum term_op op = term_op_of(t);
    for (uint32_t i = 0; i < term_arity(t); i++)
        if (term_arg(t, i) >= t) return "an argument with a greater handle";
    if (only_constants(t) && !undetermined(op)) return "an operator on constants";
    if (is_commutative(op) && !sorted(t)) return "arguments out of order";
    switch (op) {
    case OP_NOT: return not_broken(t);
    case OP_AND:
    case OP_OR: return nary_broken(t);
    case OP_BV_ADD:
    case OP_INT_ADD: return sum_broken(t);
    case OP_BV_ULT:
    case OP_BV_SLT:
        return term_is_const(term_arg(t, 0)) || term_is_const(term_arg(t, 1))
                   ? "a strict relation with a constant"
                   : NULL;
    default: return NULL;
    }
}

const char *normal_form_broken(term t) {
    term_vec stack = {0};
    struct int_map seen = {0};
    const char *broken = NULL;
    VEC_PUSH(&stack, t);
    while (stack.n && !broken) {
        term u = VEC_POP(&stack);
        bool added;
        int_map_put(&seen, u, &added);
        if (!added) continue;
        broken = node_broken(u);
        for (uint32_t i = 0; i < term_arity(u); i++) VEC_PUSH(&stack, term_arg(u, i));
    }
    VEC_RELEASE(&stack);
    int_map_release(&seen);
    return broken;
}
