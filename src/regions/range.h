/* Ranges of values, and what operators do to them.
 *
 * A range of a bit-vector of width w <= 64 is lo .. hi in signed order; of a Bool, within 0 .. 1.
 * range_apply is sound: the result holds op(v1 .. vn) for all vi of the ranges; on single values it
 * is exact. */
#ifndef REGIONS_RANGE_H
#define REGIONS_RANGE_H

#include "term/term.h"

struct range {
    int64_t lo, hi;
};

static inline bool range_single(struct range r) { return r.lo == r.hi; }
bool range_sort(sort s); /* Bool, or bit-vectors that have ranges */
struct range range_any(sort s);
struct range range_of(sort s, uint64_t bits); /* a single value */
uint64_t range_bits(sort s, int64_t v);       /* the bits of a value */
/* The values from lo to hi in unsigned order, plus k, all negated if `negated`. */
struct range range_shifted(sort s, uint64_t lo, uint64_t hi, bool negated, uint64_t k);
/* args: the ranges of the arguments of t, which all have range_sort. */
struct range range_apply(term t, const struct range *args);

#endif
