#include "frontend/pointers/stamps.h"

#include <assert.h>
#include <string.h>

static void make_room(stamp_vec *of, uint64_t i) {
    assert(i < UINT32_MAX);
    if (i >= of->n) VEC_RESIZE(of, (uint32_t)i + 1);
}

void stamps_set(struct stamps *s, stamp_vec *of, uint64_t i) {
    make_room(of, i);
    of->at[i] = ++s->clock;
}

bool stamps_newer(const stamp_vec *of, uint64_t i, uint64_t than) { return i < of->n && of->at[i] > than; }

void stamps_visit(struct stamps *s, uint32_t instruction) {
    make_room(&s->visits, instruction);
    if (s->clock == 0) s->clock = 1; /* 0 is never */
    assert(s->visits.at[instruction] <= s->clock);
    s->visits.at[instruction] = s->clock;
}

void stamps_release(struct stamps *s) {
    VEC_RELEASE(&s->sets);
    VEC_RELEASE(&s->contents);
    VEC_RELEASE(&s->visits);
}
