/* Boxes: a decision procedure for conjunctions with floats, by interval constraint propagation.
 *
 * A query about float arithmetic that bit-blasting turns into a million gates is often decided by a
 * few thousand intervals, because what programs claim of floats are bounds. Given facts and
 * assumptions, every subterm gets a range; ranges are computed from the arguments' (forward), cut
 * down by what must be true (backward), and where that does not decide the box is split in two.
 * UNSAT: the boxes cover all values, and each of them contradicts something. SAT: a point of some
 * box was evaluated by term_eval and satisfies everything. UNKNOWN: no more boxes were allowed.
 *
 * The arithmetic is the host's, whose float and double are the program's: rounding to nearest is
 * monotone, so the corners of a box, rounded as the program rounds them, are exact bounds. Formats
 * that the host lacks have no bounds at all.
 *
 * This is for engines. What an engine has proven with it is checked by `cover.h`, which computes
 * ranges by other code. */
#ifndef SMT_BOXES_INTERVAL_H
#define SMT_BOXES_INTERVAL_H

#include "smt/native/graph.h"
#include "smt/solver.h"
#include "util/bits.h"

/* Does the term mention a float? */
bool term_has_floats(term t);

/* facts & assumptions, with at most so many boxes. After UNSAT, in_core[i] tells which assumptions
 * were used; after SAT, *m is a model. */
enum answer interval_decide(const term *facts, uint32_t n_facts, const term *assumptions, uint32_t n,
                            uint64_t boxes, double seconds, bool *in_core, struct model *m);

/* ---- shared by interval*.c only ---- */

enum interval_kind { IV_BOOL, IV_BV, IV_FLOAT, IV_OTHER };
enum { MAY_FALSE = 1, MAY_TRUE = 2, MAY_BOTH = 3 };

/* The numbers from lo to hi (none if lo > hi; a zero stands for both zeros), and perhaps NaN. */
struct iv_float {
    double lo, hi;
    bool nan;
};

/* A bit-vector seen as signed and as unsigned; both ranges hold. */
struct iv_bv {
    i128 slo, shi, ulo, uhi;
};

struct iv {
    union {
        struct iv_float f;
        struct iv_bv b;
        uint8_t truth;
    };
    uint64_t why; /* the assumptions that it depends on; the last bit is for all beyond the 63rd */
};

struct iv_node {
    term t;
    enum term_op op;
    enum interval_kind kind;
    /* float, not double; of comparisons and conversions from floats: of the argument */
    bool single;
    uint32_t width;    /* of bit-vectors */
    uint32_t n, first; /* arguments */
    uint32_t table;    /* as in the graph */
};

/* The elements of a table of the graph. */
struct iv_table {
    struct iv other, *element;
};

/* value = sum of coef * base + e with e in [lo, hi], over the reals; n is FORM_NONE where nothing
 * is known. */
enum { FORM_BASES = 4, FORM_NONE = 255 };
struct iv_form {
    uint8_t n;
    uint32_t base[FORM_BASES];
    double coef[FORM_BASES];
    double lo, hi;
};

struct iv_problem {
    struct graph graph; /* its roots must be true */
    VEC(struct iv_node) nodes;
    VEC(struct iv_table) tables;
    struct iv_form *form; /* by node, of the box at hand */
    /* the root box after the first contraction: what widths are relative to */
    struct iv *start;
};

static inline uint32_t iv_arg(const struct iv_problem *p, const struct iv_node *d, uint32_t i) {
    assert(i < d->n);
    return p->graph.args.at[d->first + i];
}

/* Range of all values of the node; of a constant: that one. */
struct iv iv_all(const struct iv_node *d);
/* *to becomes the intersection; false if that is empty. *changed is set if it shrank. */
bool iv_meet(const struct iv_node *d, struct iv *to, const struct iv *by, bool *changed);
struct iv iv_hull(const struct iv_node *d, const struct iv *a, const struct iv *b);
bool iv_is_point(const struct iv_node *d, const struct iv *x);
/* top if it does not fit */
struct iv_bv bv_range(uint32_t width, bool is_signed, i128 lo, i128 hi);

/* The range of a node from its arguments' ranges. */
struct iv iv_forward(const struct iv_problem *p, const struct iv *box, uint32_t node);
/* Cuts the arguments' ranges down by the node's; false if one is empty. */
bool iv_backward(const struct iv_problem *p, struct iv *box, uint32_t node, bool *changed);
/* The linear form of a node, from the arguments' forms and the ranges; tightens the node's range.
 * False if that is empty. */
bool iv_linear(struct iv_problem *p, struct iv *box, uint32_t node);
/* Bounds of a - b by their forms; false if there are none. */
bool iv_difference(const struct iv_problem *p, const struct iv *box, uint32_t a, uint32_t b, double *lo,
                   double *hi);

/* Is there a contradiction between two comparisons that must hold, seen as linear inequalities?
 * *why then gets the reasons. */
bool iv_linear_conflict(const struct iv_problem *p, const struct iv *box, uint64_t *why);

/* Neighbours among the format's numbers. */
double iv_next(bool single, double x);
double iv_previous(bool single, double x);

#endif
