/* Questions about bit-vectors as questions about integers.
 *
 * Every bit-vector is its unsigned number, and a sum is V - q 2^w with the sum V of the integers,
 * an unknown number q of wraps, and 0 <= V - q 2^w < 2^w. That is exact for sums, multiples by
 * constants, extensions, parts, choices, comparisons, and for reads of arrays, which are equal
 * where their indices are. All else becomes any number of its size, so a contradiction is one of
 * the question itself, and a model says nothing.
 *
 *     i <= n - 1,  d <= m - 1,  n + m <= k <= 2^28,  not i + d <= k - 1
 *
 * takes a solver of bits seconds in 32 bits, and one of integers milliseconds. */
#ifndef SMT_Z3_INTEGERS_H
#define SMT_Z3_INTEGERS_H

#include <z3.h>

#include "term/subst.h"

struct integers {
    struct int_map done; /* term -> Z3_ast */
    VEC(Z3_ast) kept;    /* references that are held */
    VEC(Z3_ast) sides;   /* what holds of the unknowns */
    term_vec reads;      /* of array variables */
    bool sums;           /* a sum is compared: else bits do as well */
};

/* A Bool term; the side conditions grow with it. */
Z3_ast integers_term(struct integers *k, term t);
/* Reads of one array with one index are one value; after all terms. */
void integers_finish(struct integers *k);
void integers_release(struct integers *k);

#endif
