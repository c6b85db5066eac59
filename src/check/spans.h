/* Spans: what a term can be when its variables lie between bounds. For the check of proofs, so by
 * code of its own; as numbers of 128 bits, in which nothing that bit-vectors of 64 bits compute
 * overflows. */
#ifndef CHECK_SPANS_H
#define CHECK_SPANS_H

#include "term/term.h"
#include "util/bits.h"

/* Signed values of a bit-vector of at most 64 bits, or truth values 0 and 1. */
struct span {
    i128 lo, hi;
};

/* The span of a variable; the sort of var is Bool or a bit-vector of at most 64 bits. */
typedef struct span span_of_var(const void *context, term var);

bool span_sort(sort s);
struct span span_all(sort s);
/* Holds the value of t (of a span_sort) for all values of its variables within their spans. */
struct span span_of_term(term t, span_of_var *of_var, const void *context);

#endif
