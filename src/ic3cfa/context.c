/* Generalization contexts (SPIN18, Def. 8): what was learnt when c was generalized to g along a
 * step.
 *
 * A context remembers (c, e, F, g), where the frame F = F(j-1,l) is not stored: the level j and the
 * time t say enough to compare it with a frame of now, lemma by lemma (ascent.h).
 *   - F(i-1,l) now ⊑ F (at least as strong) if every lemma of then is at level i-1 or above now,
 *     itself or as one that subsumed it. That holds for i <= j, and for i > j after F's lemmas were
 *     pushed, which is how a cube mostly comes back.
 *   - F ⊑ F(i-1,l) now (at least as weak) if every lemma at level i-1 or above now was in F.
 *
 * Upper bounds (Theorem 3, Corollary 1) use the first: g is inductive now for any cube that
 * contains it. Lower bounds (Theorem 4) use the second and need that g was minimal: no proper
 * subset of g is inductive now. The theorem's last line, g ⊆ gen(...), holds for results below g
 * only, since minimal cubes are not unique; we use it the way the paper does, to choose which
 * literals are not tried, which is sound whatever the choice.
 *
 * The cache is bounded and drops the least recently used. Contexts of one step are found by cube
 * (exactly) for lower bounds and by literal of g for Corollary 1. */
#include <assert.h>
#include <stdlib.h>

#include "ic3cfa/engine.h"
#include "util/options.h"
#include "util/stats.h"

struct context {
    const struct cube *c, *g;
    uint32_t step, level;
    uint64_t time; /* of the frames */
    bool minimal;
    struct context *newer, *older; /* by last use */
};

struct context_list {
    VEC(struct context *) items;
};

struct context_cache {
    uint32_t capacity, n;
    struct context *newest, *oldest;
    struct int_map by_cube; /* step and c -> context */
    /* step and the first literal of g (0: g empty) -> 1 + index into lists */
    struct int_map by_literal;
    VEC(struct context_list) lists;
};

struct context_cache *contexts_new(uint32_t capacity) {
    struct context_cache *cache = MEM_NEW(struct context_cache);
    cache->capacity = capacity;
    return cache;
}

void contexts_free(struct context_cache *cache) {
    for (struct context *x = cache->newest, *older; x; x = older) {
        older = x->older;
        free(x);
    }
    int_map_release(&cache->by_cube);
    int_map_release(&cache->by_literal);
    for (uint32_t i = 0; i < cache->lists.n; i++) VEC_RELEASE(&cache->lists.at[i].items);
    VEC_RELEASE(&cache->lists);
    free(cache);
}

static uint64_t key(uint32_t step, uint32_t what) { return (uint64_t)step << 32 | what; }

static void take_out(struct context_cache *cache, struct context *x) {
    *(x->newer ? &x->newer->older : &cache->newest) = x->older;
    *(x->older ? &x->older->newer : &cache->oldest) = x->newer;
}

static void put_newest(struct context_cache *cache, struct context *x) {
    x->newer = NULL;
    x->older = cache->newest;
    *(x->older ? &x->older->newer : &cache->oldest) = x;
    cache->newest = x;
}

static struct context_list *list_of(struct context_cache *cache, const struct context *x) {
    uint64_t *slot = int_map_put(&cache->by_literal, key(x->step, x->g->n ? x->g->lits[0] : 0), NULL);
    if (!*slot) {
        VEC_PUSH(&cache->lists, (struct context_list){0});
        *slot = cache->lists.n;
    }
    return &cache->lists.at[*slot - 1];
}

static void unfile(struct context_cache *cache, struct context *x) {
    struct context_list *list = list_of(cache, x);
    for (uint32_t i = 0; i < list->items.n; i++) {
        if (list->items.at[i] != x) continue;
        VEC_SWAP_REMOVE(&list->items, i);
        return;
    }
    assert(!"a context that was not filed");
}

static struct context *find_exact(struct context_cache *cache, uint32_t step, const struct cube *c) {
    uint64_t *slot = int_map_get(&cache->by_cube, key(step, c->id));
    return slot ? (struct context *)(uintptr_t)*slot : NULL;
}

static struct context *make_room(struct context_cache *cache) {
    if (cache->n < cache->capacity) {
        cache->n++;
        return MEM_NEW(struct context);
    }
    struct context *x = cache->oldest;
    take_out(cache, x);
    unfile(cache, x);
    *int_map_put(&cache->by_cube, key(x->step, x->c->id), NULL) = 0;
    return x;
}

void context_add(struct ic3 *ic3, uint32_t i, uint32_t step, const struct cube *c, const struct cube *g,
                 bool minimal) {
    assert(i >= 1 && step < ic3->cfa->steps.n);
    assert(cube_is_subset(g, c));
    struct context_cache *cache = ic3->contexts;
    if (!options.upper_bounds && !options.lower_bounds) return;
    struct context *x = find_exact(cache, step, c);
    if (x) {
        take_out(cache, x);
        unfile(cache, x);
    } else {
        x = make_room(cache);
    }
    *x = (struct context){
        .c = c, .g = g, .step = step, .level = i, .time = ic3->frames.time, .minimal = minimal};
    *int_map_put(&cache->by_cube, key(step, c->id), NULL) = (uint64_t)(uintptr_t)x;
    VEC_PUSH(&list_of(cache, x)->items, x);
    put_newest(cache, x);
}

static void used(struct context_cache *cache, struct context *x) {
    take_out(cache, x);
    put_newest(cache, x);
}

/* The shortest g ⊆ c of one list whose frame was at least as weak as F(i-1,l) is now. */
static struct context *best_upper(const struct ic3 *ic3, struct context_list *list, uint32_t i, loc l,
                                  const struct cube *c, struct context *best) {
    for (uint32_t k = 0; k < list->items.n; k++) {
        struct context *x = list->items.at[k];
        if ((best && best->g->n <= x->g->n) || !cube_is_subset(x->g, c)) continue;
        if (frame_has_strengthened(&ic3->frames, l, i - 1, x->level - 1, x->time)) best = x;
    }
    return best;
}

const struct cube *context_upper(struct ic3 *ic3, uint32_t i, uint32_t step, const struct cube *c) {
    assert(i >= 1 && step < ic3->cfa->steps.n);
    struct context_cache *cache = ic3->contexts;
    struct context *best = NULL;
    loc from = ic3->cfa->steps.at[step].from;
    for (uint32_t j = 0; j <= c->n; j++) {
        uint64_t *slot = int_map_get(&cache->by_literal, key(step, j < c->n ? c->lits[j] : 0));
        if (slot) best = best_upper(ic3, &cache->lists.at[*slot - 1], i, from, c, best);
    }
    if (!best) return NULL;
    used(cache, best);
    stats.context_upper++;
    return best->g;
}

const struct cube *context_lower(struct ic3 *ic3, uint32_t i, uint32_t step, const struct cube *c) {
    assert(i >= 1 && step < ic3->cfa->steps.n);
    struct context *x = find_exact(ic3->contexts, step, c);
    loc from = ic3->cfa->steps.at[step].from;
    if (!x || !x->minimal) return NULL;
    if (!frame_has_weakened(&ic3->frames, from, i - 1, x->level - 1, x->time)) return NULL;
    used(ic3->contexts, x);
    stats.context_lower++;
    return x->g;
}
