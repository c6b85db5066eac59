/* Arrays: reading over writing. Chains of stores are followed past indices that are provably
 * different, for a bounded number of steps so that reading a long chain again and again stays
 * cheap. */
#include "term/internal.h"

#include <assert.h>

enum { SELECT_STEPS = 4096, STORE_STEPS = 64 };

/* The array without the writes that cannot touch index i. */
static term skip_stores(term a, term i, uint32_t steps) {
    assert(sort_kind_of(term_sort(a)) == SORT_ARRAY);
    while (steps-- && is_op(a, OP_STORE) && arg(a, 1) != i && indices_distinct(arg(a, 1), i)) a = arg(a, 0);
    return a;
}

term term_select(term a, term i) {
    sort s = term_sort(a);
    assert(sort_kind_of(s) == SORT_ARRAY && term_sort(i) == sort_index(s));
    a = skip_stores(a, i, SELECT_STEPS);
    if (is_op(a, OP_STORE) && arg(a, 1) == i) return arg(a, 2);
    if (is_op(a, OP_CONST_ARRAY)) return arg(a, 0);
    return make2(OP_SELECT, sort_element(s), a, i);
}

static term store_raw(term a, term i, term v) {
    assert(sort_index(term_sort(a)) == term_sort(i) && sort_element(term_sort(a)) == term_sort(v));
    return term_make(OP_STORE, term_sort(a), (term[]){a, i, v}, 3, 0, 0);
}

/* Writes over an earlier write to the same index that only writes to other indices hide. */
static term store_over(term a, term i, term v) {
    term above[STORE_STEPS];
    uint32_t n = 0;
    while (n < STORE_STEPS && is_op(a, OP_STORE) && arg(a, 1) != i && indices_distinct(arg(a, 1), i)) {
        above[n++] = a;
        a = arg(a, 0);
    }
    if (is_op(a, OP_STORE) && arg(a, 1) == i) a = store_raw(arg(a, 0), i, v);
    else return TERM_NONE;
    while (n) {
        term s = above[--n];
        a = store_raw(a, arg(s, 1), arg(s, 2));
    }
    return a;
}

term term_store(term a, term i, term v) {
    sort s = term_sort(a);
    assert(sort_kind_of(s) == SORT_ARRAY && term_sort(i) == sort_index(s) && term_sort(v) == sort_element(s));
    (void)s;
    if (is_op(a, OP_CONST_ARRAY) && arg(a, 0) == v) return a;
    if (is_op(v, OP_SELECT) && arg(v, 1) == i && arg(v, 0) == skip_stores(a, i, STORE_STEPS)) return a;
    if (is_op(a, OP_STORE) && arg(a, 1) == i) return term_store(arg(a, 0), i, v);
    term r = store_over(a, i, v);
    return r ? r : store_raw(a, i, v);
}

term term_const_array(sort array, term element) {
    assert(sort_element(array) == term_sort(element));
    assert(sort_kind_of(array) == SORT_ARRAY && term_sort(element) == sort_element(array));
    return make1(OP_CONST_ARRAY, array, element);
}
