/* Clauses and watches of the small solver: storing, detaching, forgetting, compacting.
 *
 * Two kinds of clause die young: temporary ones (after their query) and learnt ones (small_reduce
 * keeps those with the lowest LBD, Audemard and Simon's "glue"). Dead clauses stay in the arena
 * until enough of it is waste. */
#include "sat/small_internal.h"

#include <assert.h>
#include <stdlib.h>

uint32_t small_store(struct small *s, const uint32_t *lits, uint32_t n, uint32_t flags) {
    assert(n >= 2);
    uint32_t ref = s->arena.n;
    if (!ref) { /* reference 0 is "none" */
        VEC_PUSH(&s->arena, 0);
        ref = 1;
    }
    VEC_RESERVE(&s->arena, ref + HEADER + n);
    s->arena.at[ref] = n << CLAUSE_FLAGS | flags;
    s->arena.at[ref + 1] = 0;
    memcpy(s->arena.at + ref + HEADER, lits, n * sizeof *lits);
    s->arena.n = ref + HEADER + n;
    return ref;
}

void small_watch_push(struct small *s, uint32_t lit, struct watch w) {
    struct watch_list *l = &s->watches[lit];
    if (l->n == l->capacity) {
        uint32_t capacity = l->capacity ? 2 * l->capacity : 4, at = s->pool.n;
        VEC_RESERVE(&s->pool, at + capacity);
        memcpy(s->pool.at + at, s->pool.at + l->at, l->n * sizeof w);
        s->pool.n += capacity;
        s->pool_waste += l->capacity;
        l->at = at;
        l->capacity = capacity;
    }
    s->pool.at[l->at + l->n++] = w;
}

void small_watch(struct small *s, uint32_t ref) {
    assert(ref != NO_REF);
    const uint32_t *lits = clause_lits(s, ref);
    uint32_t tagged = clause_size(s, ref) == 2 ? ref | WATCH_BINARY : ref;
    uint32_t a = lits[0], b = lits[1];
    small_watch_push(s, a, (struct watch){tagged, b});
    small_watch_push(s, b, (struct watch){tagged, a});
}

static void list_remove(struct small *s, uint32_t lit, uint32_t ref) {
    struct watch_list *l = &s->watches[lit];
    struct watch *w = s->pool.at + l->at;
    for (uint32_t i = l->n; i-- > 0;) {
        if ((w[i].ref & ~WATCH_BINARY) != ref) continue;
        w[i] = w[--l->n];
        return;
    }
    assert(false);
}

void small_unwatch(struct small *s, uint32_t ref) {
    assert(ref != NO_REF);
    const uint32_t *lits = clause_lits(s, ref);
    list_remove(s, lits[0], ref);
    list_remove(s, lits[1], ref);
}

void small_kill(struct small *s, uint32_t ref) {
    assert(ref != NO_REF);
    assert(!clause_is(s, ref, CLAUSE_DEAD));
    s->arena.at[ref] |= CLAUSE_DEAD;
    s->arena_waste += HEADER + clause_size(s, ref);
}

/* A clause that is the reason of an assigned literal must stay. */
static bool locked(const struct small *s, uint32_t ref) {
    assert(ref != NO_REF);
    const uint32_t *lits = clause_lits(s, ref);
    for (int i = 0; i < 2; i++)
        if (s->value[lits[i]] > 0 && s->var[lits[i] / 2].reason == ref) return true;
    return false;
}

static void unwatch_dead(struct small *s) {
    for (uint32_t lit = 0; lit < 2 * s->n + 2; lit++) {
        struct watch_list *l = &s->watches[lit];
        struct watch *w = s->pool.at + l->at;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < l->n; i++)
            if (!clause_is(s, w[i].ref & ~WATCH_BINARY, CLAUSE_DEAD)) w[kept++] = w[i];
        l->n = kept;
    }
}

static void forget_dead(const struct small *s, word_vec *refs) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < refs->n; i++)
        if (!clause_is(s, refs->at[i], CLAUSE_DEAD)) refs->at[kept++] = refs->at[i];
    refs->n = kept;
}

void small_reduce(struct small *s) {
    uint32_t histogram[64] = {0}, limit = 0, kept = 0;
    for (uint32_t i = 0; i < s->learnts.n; i++) {
        uint32_t lbd = clause_lbd(s, s->learnts.at[i]);
        histogram[lbd < 63 ? lbd : 63]++;
    }
    while (limit < 63 && kept + histogram[limit] <= s->learnts.n / 2) kept += histogram[limit++];
    uint32_t spare = s->learnts.n / 2 - kept; /* of the boundary's LBD: keep the youngest */
    for (uint32_t i = s->learnts.n; i-- > 0;) {
        uint32_t ref = s->learnts.at[i], lbd = clause_lbd(s, ref);
        if (lbd < limit || lbd <= 2 || clause_size(s, ref) == 2 || locked(s, ref)) continue;
        if (lbd == limit && spare) {
            spare--;
            continue;
        }
        small_kill(s, ref);
    }
    unwatch_dead(s);
    forget_dead(s, &s->learnts);
    forget_dead(s, &s->temporaries);
    s->old_learnts = 0;
}

static bool satisfied(const struct small *s, uint32_t ref) {
    const uint32_t *lits = clause_lits(s, ref), n = clause_size(s, ref);
    for (uint32_t i = 0; i < n; i++)
        if (s->value[lits[i]] > 0) return true;
    return false;
}

void small_simplify(struct small *s) {
    assert(s->level == 0 && !s->temporaries.n);
    for (uint32_t i = 0; i < s->trail.n; i++) s->var[s->trail.at[i] / 2].reason = NO_REF;
    for (uint32_t ref = 1; ref < s->arena.n; ref += HEADER + clause_size(s, ref))
        if (!clause_is(s, ref, CLAUSE_DEAD) && satisfied(s, ref)) small_kill(s, ref);
    unwatch_dead(s);
    forget_dead(s, &s->learnts);
    small_collect(s);
}

static void move_clauses(struct small *s) {
    uint32_t to = 1;
    uint32_t *fresh = mem_alloc((size_t)s->arena.n * sizeof *fresh);
    for (uint32_t ref = 1; ref < s->arena.n; ref += HEADER + clause_size(s, ref)) {
        if (clause_is(s, ref, CLAUSE_DEAD)) continue;
        uint32_t words = HEADER + clause_size(s, ref);
        memcpy(fresh + to, s->arena.at + ref, words * sizeof *fresh);
        s->arena.at[ref + 1] = to; /* the old copy's second word forwards */
        to += words;
    }
    for (uint32_t i = 0; i < s->learnts.n; i++) s->learnts.at[i] = s->arena.at[s->learnts.at[i] + 1];
    for (uint32_t lit = 0; lit < 2 * s->n + 2; lit++) {
        struct watch *w = s->pool.at + s->watches[lit].at;
        for (uint32_t i = 0; i < s->watches[lit].n; i++)
            w[i].ref = s->arena.at[(w[i].ref & ~WATCH_BINARY) + 1] | (w[i].ref & WATCH_BINARY);
    }
    memcpy(s->arena.at, fresh, (size_t)to * sizeof *fresh);
    s->arena.n = to;
    s->arena_waste = 0;
    free(fresh);
}

static void move_watches(struct small *s) {
    VEC(struct watch) fresh = {0};
    uint32_t total = 0;
    for (uint32_t lit = 0; lit < 2 * s->n + 2; lit++) total += s->watches[lit].n + 2;
    VEC_RESERVE(&fresh, total);
    for (uint32_t lit = 0; lit < 2 * s->n + 2; lit++) {
        struct watch_list *l = &s->watches[lit];
        memcpy(fresh.at + fresh.n, s->pool.at + l->at, l->n * sizeof *fresh.at);
        l->at = fresh.n;
        l->capacity = l->n + (l->n > 0) * 2;
        fresh.n += l->capacity;
    }
    VEC_RELEASE(&s->pool);
    s->pool.at = fresh.at;
    s->pool.n = fresh.n;
    s->pool.capacity = fresh.capacity;
    s->pool_waste = 0;
}

void small_collect(struct small *s) {
    assert(s->level == 0 && !s->temporaries.n);
    if (s->arena_waste > 10000 && s->arena_waste > s->arena.n / 3) {
        for (uint32_t i = 0; i < s->trail.n; i++) s->var[s->trail.at[i] / 2].reason = NO_REF;
        move_clauses(s);
    }
    if (s->pool_waste > 10000 && s->pool_waste > s->pool.n / 2) move_watches(s);
}
