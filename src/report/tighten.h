/* Facts that hold together at one place, said with fewer and simpler ones that mean the same. */
#ifndef REPORT_TIGHTEN_H
#define REPORT_TIGHTEN_H

#include "term/subst.h"

/* kind_of as in struct term_words: the C type of a variable decides whether its range is one of
 * signed numbers. The conjunction of *facts stays the same. */
/* Values lo..hi of a variable; behind the largest one they go on with the smallest. */
struct tighten_range {
    uint64_t lo, hi;
};
/* x is in the range; TERM_NONE if it goes around, so that C's numbers have no such interval. */
term tighten_range_fact(term x, struct tighten_range r, bool is_signed);

void tighten(term_vec *facts, enum c_kind (*kind_of)(void *context, term var), void *context);

#endif
