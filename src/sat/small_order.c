/* The decision order. First the *hot* variables, those that took part in one of the last hundreds
 * of conflicts; then the leaves of the domain in any order. Gates are functions of the leaves, so
 * when the leaves are assigned, propagation has assigned the gates, too.
 *
 * Hot variables are ordered by VSIDS activity, but only by its power of two: there is a bucket for
 * each, the last one in is the first one out. (Most queries meet few or no conflicts, so that a
 * heap costs more than it helps: it took about a fifth of the time on hard models. Su, Yang, Ci,
 * Bu, Huang, CAV 2025, use buckets, too.) A bucket may hold variables that are assigned, and stale
 * entries of variables that have moved up; both are skipped when they come up. Variables that are
 * unassigned are put back. */
#include "sat/small_internal.h"

#include <assert.h>

void small_order_insert(struct small *s, uint32_t var) {
    assert(var <= s->n);
    uint32_t rank = small_rank(s, var);
    if (rank >= BUCKETS || (s->place[var] && s->place[var] <= rank + 1)) return;
    VEC_PUSH(&s->bucket[rank], var);
    s->place[var] = (uint8_t)(rank + 1);
    if (rank < s->first_bucket) s->first_bucket = rank;
}

static void clear(struct small *s) {
    for (uint32_t b = 0; b < BUCKETS; b++) {
        for (uint32_t i = 0; i < s->bucket[b].n; i++) s->place[s->bucket[b].at[i]] = 0;
        VEC_CLEAR(&s->bucket[b]);
    }
    s->first_bucket = BUCKETS;
}

void small_order_rebuild(struct small *s) {
    assert(s->level == 0);
    clear(s);
    for (uint32_t i = 0; i < s->required.n; i++)
        if (!s->value[2 * s->required.at[i]]) small_order_insert(s, s->required.at[i]);
    for (uint32_t i = 0; i < s->local.n; i++)
        if (!s->value[2 * s->local.at[i]]) small_order_insert(s, s->local.at[i]);
    s->cursor = 0;
}

static uint32_t pop(struct small *s) {
    for (; s->first_bucket < BUCKETS; s->first_bucket++) {
        word_vec *b = &s->bucket[s->first_bucket];
        while (b->n) {
            uint32_t var = VEC_POP(b);
            if (s->place[var] != s->first_bucket + 1) continue;
            s->place[var] = 0;
            if (!s->value[2 * var]) return var;
        }
    }
    return 0;
}

static uint32_t next_leaf(struct small *s) {
    uint32_t n = s->required_leaves.n;
    for (; s->cursor < n + s->local_leaves.n; s->cursor++) {
        uint32_t v = s->cursor < n ? s->required_leaves.at[s->cursor] : s->local_leaves.at[s->cursor - n];
        if (!s->value[2 * v]) return v;
    }
    return 0;
}

uint32_t small_next_decision(struct small *s) {
    uint32_t v = pop(s);
    return v ? v : next_leaf(s);
}

void small_bump(struct small *s, uint32_t var) {
    assert(var <= s->n);
    s->activity[var] += s->increment;
    if (s->activity[var] > 1e100) {
        for (uint32_t v = 0; v <= s->n; v++) s->activity[v] *= 1e-100;
        s->increment *= 1e-100;
    }
    if (s->place[var]) small_order_insert(s, var);
}
