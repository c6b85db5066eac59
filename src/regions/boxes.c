#include "regions/boxes.h"

#include <assert.h>

/* A box inside P: at each level the values that share the first child. */
mdd box_of(struct mdd_table *t, mdd P) {
    assert(P != MDD_NONE);
    mdd box = MDD_ALL;
    while (P > MDD_ALL) {
        uint32_t level = mdd_level(t, P), i = 0;
        uint64_t values = 0;
        while (mdd_kid(t, P, level, i) == MDD_NONE) i++;
        mdd kid = mdd_kid(t, P, level, i);
        for (; i < t->sizes[level]; i++)
            if (mdd_kid(t, P, level, i) == kid) values |= 1ull << i;
        box = mdd_and(t, box, mdd_literal(t, level, values));
        P = kid;
    }
    assert(t->full || box != MDD_NONE);
    return box;
}

/* A box has one node per level that it speaks of. */
static mdd next_in_box(const struct mdd_table *t, mdd box) {
    uint32_t level = mdd_level(t, box), i = 0;
    assert(box > MDD_ALL);
    while (mdd_kid(t, box, level, i) == MDD_NONE) i++;
    return mdd_kid(t, box, level, i);
}

uint32_t box_columns(const struct mdd_table *t, mdd box) {
    uint32_t n = 0;
    for (; box > MDD_ALL; n++) box = next_in_box(t, box);
    return n;
}

/* Adds values of one column to a box while it avoids what it has to. */
static mdd widen(struct mdd_table *t, mdd P, mdd avoid, uint32_t level) {
    mdd rest = mdd_exists(t, P, level);
    for (uint32_t i = 0; i < t->sizes[level]; i++) {
        mdd more = mdd_and(t, rest, mdd_literal(t, level, 1ull << i));
        if (mdd_disjoint(t, more, P) && mdd_disjoint(t, more, avoid)) P = mdd_or(t, P, more);
    }
    return P;
}

mdd box_grow(struct mdd_table *t, mdd P, mdd avoid) {
    assert(mdd_disjoint(t, P, avoid));
    VEC(uint32_t) levels = {0};
    for (mdd box = P; box > MDD_ALL; box = next_in_box(t, box)) VEC_PUSH(&levels, mdd_level(t, box));
    for (uint32_t i = 0; i < levels.n; i++) {
        mdd wider = mdd_exists(t, P, levels.at[i]);
        if (mdd_disjoint(t, wider, avoid)) P = wider;
    }
    for (uint32_t i = 0; i < levels.n; i++)
        if (mdd_exists(t, P, levels.at[i]) != P) P = widen(t, P, avoid, levels.at[i]);
    VEC_RELEASE(&levels);
    assert(t->full || mdd_disjoint(t, P, avoid));
    return P;
}
