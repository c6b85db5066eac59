/* Covers: that a conjunction with floats has no solution, shown by a cover of all values with boxes
 * each of which violates it.
 *
 * The second of two such procedures, for the check of proofs; it shares nothing with `interval.h`
 * but the graph of the query.
 *   - It has no float arithmetic of its own: bounds are the results of term_apply_op, the evaluator
 *     that says what operators mean, at the corners of a box. That is right for operators that are
 *     monotone in each argument, which rounding to nearest preserves; everything else has no
 *     bounds.
 *   - A float is its place in the order of its format, an integer; so any format will do.
 *   - Linear forms have intervals for coefficients (Mine, ESOP 2004, as there), where `interval.h`
 *     has numbers and one error.
 *   - It only refutes: there are no models and no cores. */
#ifndef SMT_BOXES_COVER_H
#define SMT_BOXES_COVER_H

#include "smt/native/graph.h"
#include "term/subst.h"
#include "util/bits.h"
#include "util/budget.h"

/* Have these terms no solution together? False also when that takes more than so many boxes or
 * seconds. */
bool cover_refutes(const term *conjuncts, uint32_t n, uint64_t boxes, double seconds);

/* ---- shared by cover*.c only ---- */

/* A range: of truth values 0 and 1, of bit-vectors as signed numbers, of floats by their places (a
 * zero has place 0, infinity the one after the largest number). `nan`: or NaN. Nothing is known of
 * other sorts, and of bit-vectors wider than 64. */
struct float_span {
    i128 lo, hi;
    bool nan;
};

struct pair {
    double lo, hi;
};

/* value = sum of coef * base + rest, for some numbers in these intervals; n is COVER_NONE where
 * nothing is known. */
enum { COVER_BASES = 4, COVER_NONE = 99 };
struct cover_form {
    uint32_t n, base[COVER_BASES];
    struct pair coef[COVER_BASES], rest;
};

struct cover {
    struct graph g;
    struct cover_form *form;  /* by node, for the box at hand */
    struct float_span *first; /* the first box after it was cut down */
    uint64_t left;            /* boxes that may still be opened */
    struct budget budget;
    bool tired;
};

static inline term cover_term(const struct cover *c, uint32_t node) { return c->g.nodes.at[node].t; }
bool cover_knows(sort s); /* are there ranges for this sort? */
/* The place of a float that is not NaN, and the float at a place. */
i128 cover_place(sort s, value v);
value cover_at(sort s, i128 place);

/* The form of the node at box[node], and a range that it implies; false if there is none. */
bool cover_linear(struct cover *c, const struct float_span *box, uint32_t node, struct float_span *by);
/* Do two comparisons of floats that must hold contradict each other, as linear inequalities? */
bool cover_clash(const struct cover *c, const struct float_span *box);
/* Bounds of a - b by their forms. */
bool cover_gap(const struct cover *c, const struct float_span *box, uint32_t a, uint32_t b, struct pair *gap);

#endif
