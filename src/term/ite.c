/* if-then-else, and moving operators into trees of them.
 *
 * C's truth values are ite(b, 1, 0) after translation. Whatever is applied to such a tree and
 * constants is applied to its leaves, so that the condition comes back out at the next
 * comparison. */
#include "term/internal.h"

#include <assert.h>

/* The condition has one polarity: no NOT, no strict relation, no lower bound by a constant. */
static bool wrong_polarity(term c) {
    switch (op_of(c)) {
    case OP_NOT:
    case OP_BV_ULT:
    case OP_BV_SLT: return true;
    case OP_BV_ULE:
    case OP_BV_SLE: return is_const(arg(c, 0));
    default: return false;
    }
}

static term ite_bool(term c, term a, term b) {
    assert(sort_kind_of(term_sort(a)) == SORT_BOOL);
    if (a == term_true() || a == c) return term_or(c, b);
    if (b == term_false() || b == c) return term_and(c, a);
    term no = node_of(c)->negation;
    if (a == term_false() || a == no) return term_and(term_not(c), b);
    if (b == term_true() || b == no) return term_or(term_not(c), a);
    if (node_of(a)->negation == b) return term_eq(c, a);
    return TERM_NONE;
}

term term_ite(term c, term a, term b) {
    assert(sort_kind_of(term_sort(c)) == SORT_BOOL && term_sort(a) == term_sort(b));
    assert(term_sort(c) == sort_bool() && term_sort(a) == term_sort(b));
    if (is_const(c)) return c == term_true() ? a : b;
    if (a == b) return a;
    if (wrong_polarity(c)) {
        term t = a;
        c = term_not(c), a = b, b = t;
        if (is_const(c)) return c == term_true() ? a : b;
    }
    if (is_op(a, OP_ITE) && arg(a, 0) == c) a = arg(a, 1);
    if (is_op(b, OP_ITE) && arg(b, 0) == c) b = arg(b, 2);
    if (a == b) return a;
    if (term_sort(a) == sort_bool()) {
        term r = ite_bool(c, a, b);
        if (r) return r;
    }
    /* ite(c, x, ite(d, x, y)) and ite(c, ite(d, x, y), y) are one choice. */
    if (is_op(b, OP_ITE) && arg(b, 1) == a) return term_ite(term_or(c, arg(b, 0)), a, arg(b, 2));
    if (is_op(a, OP_ITE) && arg(a, 2) == b) return term_ite(term_and(c, arg(a, 0)), arg(a, 1), b);
    return term_make(OP_ITE, term_sort(a), (term[]){c, a, b}, 3, 0, 0);
}

term term_bool_to_bv(term b, uint32_t width) { return term_ite(b, term_bv(width, 1), term_bv(width, 0)); }

/* ---- trees ---- */

struct tree {
    term ites[ITE_TREE_MAX], mapped[ITE_TREE_MAX];
    uint32_t n;
};

static bool tree_add(struct tree *tree, term t) {
    for (uint32_t i = 0; i < tree->n; i++)
        if (tree->ites[i] == t) return true;
    if (tree->n == ITE_TREE_MAX) return false;
    tree->ites[tree->n++] = t;
    return true;
}

static bool tree_collect(struct tree *tree, term t) {
    tree->n = 0;
    tree_add(tree, t);
    for (uint32_t i = 0; i < tree->n; i++)
        for (uint32_t k = 1; k <= 2; k++) {
            term x = arg(tree->ites[i], k);
            if (is_const(x)) continue;
            if (!is_op(x, OP_ITE) || !tree_add(tree, x)) return false;
        }
    return true;
}

static term tree_branch(const struct tree *tree, uint32_t done, term x, leaf_map *f, const void *context) {
    for (uint32_t i = 0; i < done; i++)
        if (tree->ites[i] == x) return tree->mapped[i];
    return f(x, context);
}

term ite_map_leaves(term t, leaf_map *f, const void *context) {
    struct tree tree;
    if (!is_op(t, OP_ITE) || !tree_collect(&tree, t)) return TERM_NONE;
    terms_sort(tree.ites, tree.n);
    for (uint32_t i = 0; i < tree.n; i++) {
        term x = tree.ites[i];
        term a = tree_branch(&tree, i, arg(x, 1), f, context),
             b = tree_branch(&tree, i, arg(x, 2), f, context);
        tree.mapped[i] = term_ite(arg(x, 0), a, b);
    }
    return tree.mapped[tree.n - 1];
}

term ite_map_chain(term t, leaf_map *f, const void *context) {
    term chain[ITE_TREE_MAX];
    uint32_t n = 0;
    while (is_op(t, OP_ITE) && n < ITE_TREE_MAX && (is_const(arg(t, 1)) || is_const(arg(t, 2)))) {
        chain[n++] = t;
        t = is_const(arg(t, 1)) ? arg(t, 2) : arg(t, 1);
    }
    if (!n || n == ITE_TREE_MAX) return TERM_NONE;
    term r = f(t, context);
    while (n) {
        term x = chain[--n];
        bool left = is_const(arg(x, 1));
        term leaf = f(left ? arg(x, 1) : arg(x, 2), context);
        r = left ? term_ite(arg(x, 0), leaf, r) : term_ite(arg(x, 0), r, leaf);
    }
    return r;
}
