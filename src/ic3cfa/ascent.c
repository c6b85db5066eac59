#include "ic3cfa/ascent.h"

#include <assert.h>
#include <stdlib.h>

void ascent_release(struct ascent *a) { VEC_RELEASE(&a->steps); }

void ascent_add(struct ascent *a, uint32_t level, uint64_t time) {
    assert(!a->steps.n || VEC_LAST(&a->steps).time <= time);
    if (a->steps.n && VEC_LAST(&a->steps).level >= level) return;
    VEC_PUSH(&a->steps, (struct ascent_step){level, time});
}

/* The higher step of the two ends, which is taken off its list; of equal levels the later one. */
static struct ascent_step take_highest(const struct ascent *a, const struct ascent *b, uint32_t *m,
                                       uint32_t *n) {
    assert(*m || *n);
    if (!*n) return a->steps.at[--*m];
    if (!*m) return b->steps.at[--*n];
    struct ascent_step x = a->steps.at[*m - 1], y = b->steps.at[*n - 1];
    bool first = x.level > y.level || (x.level == y.level && x.time > y.time);
    return first ? a->steps.at[--*m] : b->steps.at[--*n];
}

/* From the highest step down, a step counts if it came earlier than all that are higher. */
void ascent_absorb(struct ascent *a, const struct ascent *other) {
    struct ascent merged = {0};
    uint32_t m = a->steps.n, n = other->steps.n;
    while (m || n) {
        struct ascent_step s = take_highest(a, other, &m, &n);
        while (merged.steps.n && VEC_LAST(&merged.steps).level == s.level) merged.steps.n--;
        if (!merged.steps.n || s.time < VEC_LAST(&merged.steps).time) VEC_PUSH(&merged.steps, s);
    }
    for (uint32_t i = 0, j = merged.steps.n; i + 1 < j; i++) {
        struct ascent_step s = merged.steps.at[i];
        merged.steps.at[i] = merged.steps.at[--j];
        merged.steps.at[j] = s;
    }
    ascent_release(a);
    *a = merged;
    assert(ascent_check(a));
}

bool ascent_was_at(const struct ascent *a, uint32_t level, uint64_t time) {
    for (uint32_t i = 0; i < a->steps.n; i++)
        if (a->steps.at[i].level >= level) return a->steps.at[i].time <= time;
    return false;
}

bool ascent_check(const struct ascent *a) {
    for (uint32_t i = 0; i + 1 < a->steps.n; i++)
        if (a->steps.at[i].level >= a->steps.at[i + 1].level ||
            a->steps.at[i].time >= a->steps.at[i + 1].time)
            return false;
    return true;
}
