/* Termination: the fixpoint of the frames, and MERTENS' two cycle-based suggestions.
 *
 * F(i,l) = F(i+1,l) at every location means, with delta encoding, that no location has a lemma of
 * exactly level i. Then F(i) is inductive and, for i < N, excludes the error.
 *
 * "IC3CFA can terminate and return true if the number of stable iterations is greater than the sum
 * of the lengths of all elementary cycles" (new criterion), "of all unique elementary cycles"
 * (greedy: cycles over the same set of locations count once). Neither comes with a proof, and both
 * are wrong: while an inner loop counts, the queue is stable, the longer the further it counts,
 * whatever the lengths of the cycles, and the error may come after that (`for (x = 0; x < 3; x++)
 * for (y = 0; y < 5; y++) ; assert(x % 2 == 0)`; test_termination_too_early). So when one fires we
 * check whether some F(i) is inductive: F(i,l) & wp(e,c) unsatisfiable for every lemma c of level i
 * at l' and every step e into l'. If so the lemmas are raised, which makes a fixpoint; if not the
 * run goes on.
 *
 * Elementary cycles are counted by a bounded depth-first enumeration in the manner of Johnson
 * (1975): each cycle once, from its least location, with a cap on the work, beyond which the
 * criteria never fire. */
#include <assert.h>
#include <stdlib.h>

#include "ic3cfa/engine.h"
#include "util/options.h"
#include "util/stats.h"

uint32_t fixpoint_level(const struct ic3 *ic3) {
    for (uint32_t i = 1; i < ic3->N; i++) {
        bool empty = true;
        for (loc l = 0; l < ic3->frames.n && empty; l++) empty = frame_delta(&ic3->frames, i, l) == 0;
        if (empty) return i;
    }
    return 0;
}

enum { CYCLE_WORK = 200000 };

struct cycles {
    const struct ic3 *ic3;
    loc root;
    bool *on_path;
    VEC(loc) path;
    struct int_map sets;        /* hashes of location sets, for the greedy criterion */
    uint64_t work, all, unique; /* sums of lengths */
};

static void found_cycle(struct cycles *c) {
    uint64_t set = 0;
    bool fresh;
    for (uint32_t i = 0; i < c->path.n; i++) set += hash_int(c->path.at[i]);
    int_map_put(&c->sets, set, &fresh);
    c->all += c->path.n;
    if (fresh) c->unique += c->path.n;
}

/* One entry per location on the path: which outgoing step comes next. */
static void cycles_from(struct cycles *c, loc root) {
    VEC(uint32_t) next = {0};
    c->root = root;
    VEC_PUSH(&c->path, root);
    VEC_PUSH(&next, 0);
    c->on_path[root] = true;
    while (c->path.n) {
        loc l = VEC_LAST(&c->path);
        uint32_t j = next.at[next.n - 1]++;
        if (++c->work > CYCLE_WORK || j >= c->ic3->by.out[l].n) {
            c->on_path[l] = false;
            c->path.n--;
            next.n--;
            continue;
        }
        loc to = c->ic3->cfa->steps.at[c->ic3->by.out[l].at[j]].to;
        if (to == root) found_cycle(c);
        if (to <= root || c->on_path[to]) continue;
        c->on_path[to] = true;
        VEC_PUSH(&c->path, to);
        VEC_PUSH(&next, 0);
    }
    VEC_RELEASE(&next);
}

/* The sum that the criterion compares with; UINT64_MAX if there are too many cycles to count. */
static uint64_t cycle_sum(const struct ic3 *ic3, bool greedy) {
    struct cycles c = {.ic3 = ic3, .on_path = mem_zero(ic3->frames.n, sizeof(bool))};
    for (loc l = 0; l < ic3->frames.n; l++) cycles_from(&c, l);
    free(c.on_path);
    VEC_RELEASE(&c.path);
    int_map_release(&c.sets);
    if (c.work > CYCLE_WORK) return UINT64_MAX;
    return greedy ? c.unique : c.all;
}

/* Is F(i) inductive? Then its lemmas of level i are raised. */
static bool raise_if_inductive(struct ic3 *ic3, uint32_t i) {
    for (loc l = 0; l < ic3->frames.n; l++)
        for (uint32_t j = 0; j < ic3->frames.at[l].lemmas.n; j++) {
            struct lemma *m = ic3->frames.at[l].lemmas.at[j];
            if (m->dead || m->level != i) continue;
            for (uint32_t k = 0; k < ic3->by.in[l].n; k++) /* F(i,lp) & wp(e,c) */
                if (edge_relative_inductive(ic3, i + 1, ic3->by.in[l].at[k], m->cube) != ANSWER_UNSAT)
                    return false;
        }
    for (loc l = 0; l < ic3->frames.n; l++)
        for (uint32_t j = 0; j < ic3->frames.at[l].lemmas.n; j++) {
            struct lemma *m = ic3->frames.at[l].lemmas.at[j];
            if (!m->dead && m->level == i) frame_raise(&ic3->frames, l, m, i + 1);
        }
    return true;
}

uint32_t cycles_suggest(struct ic3 *ic3) {
    if (options.termination == TERMINATION_FRAMES || ic3->N < 2) return 0;
    uint64_t stable = reuse_stable(ic3);
    if (!stable || stable <= cycle_sum(ic3, options.termination == TERMINATION_GREEDY)) return 0;
    stats.termination_fired++;
    for (uint32_t i = 1; i < ic3->N; i++) {
        if (!raise_if_inductive(ic3, i)) continue;
        stats.termination_right++;
        return i;
    }
    return 0;
}
