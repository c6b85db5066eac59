/* What has changed since an instruction was last looked at, so that rounds over all instructions
 * cost what changes.
 *
 * A clock counts changes. The set of a value and the contents of an object carry the time of their
 * last growth, an instruction the time of its last visit; what it reads is older than that: a visit
 * would change nothing. */
#ifndef FRONTEND_POINTERS_STAMPS_H
#define FRONTEND_POINTERS_STAMPS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/vec.h"

typedef VEC(uint64_t) stamp_vec;

struct stamps {
    uint64_t clock;
    /* By index of the set, number of the object, and number of the instruction in the order of
     * rounds; what is not there is 0. */
    stamp_vec sets, contents, visits;
};

/* Something has grown now. */
void stamps_set(struct stamps *s, stamp_vec *of, uint64_t i);
/* Has it grown since that time? */
bool stamps_newer(const stamp_vec *of, uint64_t i, uint64_t than);
/* An instruction is looked at now. */
void stamps_visit(struct stamps *s, uint32_t instruction);
void stamps_release(struct stamps *s);

#endif
