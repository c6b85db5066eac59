/* Sets of values of one variable: of a bit-vector up to 64 bits, or of a Bool (0 and 1).
 *
 * Representation: at most SET_PIECES intervals in unsigned order, sorted, disjoint and not
 * adjacent. What does not fit into so many is rounded up: operations return supersets of what they
 * are named after, never less. Rounding lets the last interval grow and keeps the lower ones, so
 * that sets which are met again and again come to an end. */
#ifndef CHECK_SETS_H
#define CHECK_SETS_H

#include "term/term.h"

enum { SET_PIECES = 16 };

struct value_piece {
    uint64_t lo, hi;
};

struct value_set {
    uint32_t n;
    struct value_piece at[SET_PIECES];
};

/* does a variable of this sort have such sets? */
bool set_sort(sort s);
uint64_t set_greatest(sort s);                          /* value, unsigned */
struct value_set set_between(uint64_t lo, uint64_t hi); /* lo <= hi */
struct value_set set_meet(const struct value_set *a, const struct value_set *b);
struct value_set set_join(const struct value_set *a, const struct value_set *b);
/* For asserts: the representation above. */
bool set_check(const struct value_set *s);
bool set_disjoint(const struct value_set *a, const struct value_set *b);
bool set_within(const struct value_set *a, const struct value_set *b);
bool set_equal(const struct value_set *a, const struct value_set *b);

/* The values of x for which t, which mentions no other variable, is `side`. False if that cannot be
 * told by looking at comparisons of x + k with constants. */
bool set_of_term(term t, bool side, term x, struct value_set *out);

#endif
