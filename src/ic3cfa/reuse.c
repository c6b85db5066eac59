/* Information reuse between iterations (MERTENS).
 *
 * Reuse. The obligations of iteration N, each one level up, seed iteration N+1: every one of them
 * describes states that reach lE by steps that do not depend on N, so it is an obligation of N+1 as
 * well, exact or not. A queue is lifted when its least level is above 2; two iterations are stable
 * when the lifted obligations of one are those of the other.
 *
 * Skipping. "(i,l,c) can be blocked without a query if (i-1,l,c) was seen and F∆(i-2,lp) = ∅ for
 * all predecessor locations lp." The argument. When (i-1,l,c) was blocked at time t by its
 * generalization g, g was inductive relative to F_t(i-2,lp) along every step into l. Frames only
 * grow stronger: F(i-2,lp) now implies F_t(i-2,lp). F∆(i-2,lp) = ∅ now means that no lemma has
 * exactly the level i-2, so F(i-1,lp) = F(i-2,lp) now. Hence F(i-1,lp) now implies F_t(i-2,lp), and
 * g is inductive relative to it. The premises are: (1) g was blocked by checks along all steps, not
 * by subsumption under another lemma; (2) deltas are of live lemmas, which is what F(i,l) consists
 * of: a lemma that dies is implied by the one that subsumed it, at the same level or higher, so (3)
 * F is not weakened by subsumption, pushing or compaction; (4) for i = 2, F(0,lp) is false and not
 * a delta: lp must be l0 or F(1,lp) false as well. Nothing is assumed about how c came about, so
 * model-based (inexact) cubes are fine; generalization only replaces c by g. Premise (4) extends
 * the argument to any i > j: all deltas from j-1 to i-2 must be empty. */
#include <assert.h>
#include <stdlib.h>

#include "ic3cfa/engine.h"
#include "util/options.h"
#include "util/stats.h"

enum { REMEMBER_AT_MOST = 200000 };

struct remembered {
    const struct cube *g;
    uint32_t level;
};

struct reuse {
    struct int_map index; /* location and cube -> 1 + index into items */
    VEC(struct remembered) items;
    uint64_t last;   /* hash of the last iteration's obligations, levels relative to the frontier */
    uint64_t stable; /* consecutive stable iterations */
};

struct reuse *reuse_new(void) { return MEM_NEW(struct reuse); }

void reuse_free(struct reuse *r) {
    int_map_release(&r->index);
    VEC_RELEASE(&r->items);
    free(r);
}

static uint64_t key(loc l, const struct cube *c) { return (uint64_t)l << 32 | c->id; }

void reuse_remember(struct ic3 *ic3, uint32_t i, loc l, const struct cube *c, const struct cube *g) {
    assert(l < ic3->cfa->locs.n);
    assert(cube_is_subset(g, c));
    struct reuse *r = ic3->reuse;
    if (!options.skip) return;
    if (r->items.n >= REMEMBER_AT_MOST) {
        int_map_clear(&r->index);
        VEC_CLEAR(&r->items);
    }
    uint64_t *slot = int_map_put(&r->index, key(l, c), NULL);
    if (!*slot) {
        VEC_PUSH(&r->items, (struct remembered){0});
        *slot = r->items.n;
    }
    r->items.at[*slot - 1] = (struct remembered){g, i};
}

/* F(from,lp) = F(to,lp), from <= to? */
static bool frames_equal(struct ic3 *ic3, uint32_t from, uint32_t to, loc lp) {
    assert(lp < ic3->cfa->locs.n);
    if (lp == ic3->cfa->l0) return true;
    if (from == 0) return frame_is_false(&ic3->frames, to, lp);
    for (uint32_t i = from; i < to; i++)
        if (frame_delta(&ic3->frames, i, lp)) return false;
    return true;
}

const struct cube *reuse_skip(struct ic3 *ic3, uint32_t i, loc l, const struct cube *c) {
    assert(i >= 1 && l < ic3->cfa->locs.n);
    struct reuse *r = ic3->reuse;
    uint64_t *slot = int_map_get(&r->index, key(l, c));
    if (!slot || !*slot) return NULL;
    struct remembered *m = &r->items.at[*slot - 1];
    for (uint32_t j = 0; j < ic3->by.in[l].n; j++) {
        loc lp = ic3->cfa->steps.at[ic3->by.in[l].at[j]].from;
        if (i > m->level && !frames_equal(ic3, m->level - 1, i - 1, lp)) return NULL;
    }
#ifndef NDEBUG
    for (uint32_t j = 0; j < ic3->by.in[l].n; j++)
        assert(edge_relative_inductive(ic3, i, ic3->by.in[l].at[j], m->g) != ANSWER_SAT);
#endif
    stats.skipped++;
    return m->g;
}

/* Obligations of one iteration as a set, levels counted from the frontier; order does not
 * matter. */
static uint64_t fingerprint(const struct ic3 *ic3) {
    uint64_t sum = 0;
    struct int_map seen = {0};
    for (uint32_t j = 0; j < ic3->all.n; j++) {
        const struct obligation *o = ic3->all.at[j];
        uint64_t h = hash_mix(hash_int(ic3->N - o->level), key(o->at, o->cube));
        bool fresh;
        int_map_put(&seen, h, &fresh);
        if (fresh) sum += h;
    }
    int_map_release(&seen);
    return sum;
}

void reuse_lift(struct ic3 *ic3) {
    struct reuse *r = ic3->reuse;
    uint64_t now = fingerprint(ic3);
    uint32_t least = UINT32_MAX, n = ic3->all.n;
    struct int_map seen = {0};
    r->stable = n && now == r->last ? r->stable + 1 : 0;
    if (r->stable) stats.stable_iterations++;
    r->last = now;
    for (uint32_t j = 0; j < n; j++) {
        struct obligation *o = ic3->all.at[j];
        bool fresh;
        free(o->cores);
        o->cores = NULL;
        o->level++;
        int_map_put(&seen, hash_mix(key(o->at, o->cube), o->level), &fresh);
        if (!fresh) continue; /* it stays where its twin is, for the traces through it */
        o->time = ++ic3->time;
        if (o->level < least) least = o->level;
        heap_push(&ic3->queue, o);
        stats.reused++;
    }
    if (n && least > 2) stats.lifted_queues++;
    int_map_release(&seen);
}

uint64_t reuse_stable(const struct ic3 *ic3) { return ic3->reuse->stable; }
