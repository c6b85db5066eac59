/* Assumptions that contradict each other at word level: bounds and values of the same term. */
#ifndef SMT_PRECHECK_H
#define SMT_PRECHECK_H

#include "term/term.h"
#include "util/hash.h"

/* What the assumptions say about one term: low <= t <= high, by sign of the comparison; which
 * assumptions say so. */
struct bound_range {
    uint64_t low[2],
        high[2]; /* 0: unsigned; 1: signed, with the sign bit flipped so that the order is unsigned */
    uint32_t low_by[2], high_by[2];
};

struct precheck {
    struct int_map index; /* term -> index into ranges, plus 1 */
    VEC(struct bound_range) ranges;
};

/* Two assumptions (perhaps the same one) that cannot both hold, or false if none were found. */
bool precheck_contradiction(struct precheck *p, const term *assumptions, uint32_t n, uint32_t *one,
                            uint32_t *other);
void precheck_release(struct precheck *p);

#endif
