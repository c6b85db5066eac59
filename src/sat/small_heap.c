/* The decision order. First the *hot* variables, those that took part in one of the last hundreds of conflicts, most
 * active first (VSIDS with doubles, in a binary heap); then the leaves of the domain in any order. Gates are functions
 * of the leaves, so when the leaves are assigned, propagation has assigned the gates, too. Most queries meet few or no
 * conflicts: a heap of the whole domain would cost more than everything else.
 *
 * Assigned variables may still be in the heap; they are skipped when they come up, and put back when they are
 * unassigned. */
#include "sat/small_internal.h"

static bool above(const struct small *s, uint32_t a, uint32_t b) { return s->activity[a] > s->activity[b]; }

static void put(struct small *s, uint32_t i, uint32_t var) {
    s->heap.at[i] = var;
    s->position[var] = i;
}

static void sift_up(struct small *s, uint32_t i) {
    uint32_t var = s->heap.at[i];
    while (i) {
        uint32_t up = (i - 1) / 2;
        if (!above(s, var, s->heap.at[up])) break;
        put(s, i, s->heap.at[up]);
        i = up;
    }
    put(s, i, var);
}

static void sift_down(struct small *s, uint32_t i) {
    uint32_t var = s->heap.at[i], n = s->heap.n;
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child >= n) break;
        if (child + 1 < n && above(s, s->heap.at[child + 1], s->heap.at[child])) child++;
        if (!above(s, s->heap.at[child], var)) break;
        put(s, i, s->heap.at[child]);
        i = child;
    }
    put(s, i, var);
}

void small_heap_insert(struct small *s, uint32_t var) {
    if (s->position[var] != NO_POSITION) return;
    VEC_PUSH(&s->heap, var);
    sift_up(s, s->heap.n - 1);
}

static void add_unsorted(struct small *s, uint32_t var) {
    if (s->value[2 * var] || !small_hot(s, var)) return;
    s->position[var] = s->heap.n;
    VEC_PUSH(&s->heap, var);
}

void small_heap_rebuild(struct small *s) {
    assert(s->level == 0);
    for (uint32_t i = 0; i < s->heap.n; i++) s->position[s->heap.at[i]] = NO_POSITION;
    VEC_CLEAR(&s->heap);
    for (uint32_t i = 0; i < s->required.n; i++) add_unsorted(s, s->required.at[i]);
    for (uint32_t i = 0; i < s->local.n; i++) add_unsorted(s, s->local.at[i]);
    for (uint32_t i = s->heap.n / 2; i-- > 0;) sift_down(s, i);
    s->cursor = 0;
}

static uint32_t pop(struct small *s) {
    while (s->heap.n) {
        uint32_t var = s->heap.at[0], last = VEC_POP(&s->heap);
        s->position[var] = NO_POSITION;
        if (var != last) {
            put(s, 0, last);
            sift_down(s, 0);
        }
        if (!s->value[2 * var]) return var;
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
    s->activity[var] += s->increment;
    if (s->activity[var] > 1e100) {
        for (uint32_t v = 0; v <= s->n; v++) s->activity[v] *= 1e-100;
        s->increment *= 1e-100;
    }
    if (s->position[var] != NO_POSITION) sift_up(s, s->position[var]);
}
