/* Many-valued decision diagrams (Srinivasan, Kam, Malik, Brayton, "Algorithms for discrete function
 * manipulation", 1990), reduced and ordered as Bryant's. Operations recurse over levels and
 * remember results in a table that forgets on collision. The order of levels is the caller's
 * (order.c). */
#include "regions/mdd.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { OP_AND = 1, OP_OR, OP_MINUS, OP_EXISTS, OP_DISJOINT, OP_RENAME };
#define CACHE_SIZE (1u << 19)

static void clear_nodes(struct mdd_table *t) {
    t->nodes.n = t->kids.n = 0;
    index_table_clear(&t->unique);
    memset(t->cache, 0, CACHE_SIZE * sizeof *t->cache);
    for (int i = 0; i < 2; i++) VEC_PUSH(&t->nodes, (struct mdd_node){t->levels, 0});
}

void mdd_init(struct mdd_table *t, const uint8_t *sizes, uint32_t levels, uint64_t limit) {
    assert(levels == 0 || sizes != NULL);
    *t = (struct mdd_table){.levels = levels, .limit = limit};
    t->sizes = mem_alloc(levels + 1);
    memcpy(t->sizes, sizes, levels);
    t->cache = mem_alloc(CACHE_SIZE * sizeof *t->cache);
    clear_nodes(t);
}

void mdd_release(struct mdd_table *t) {
    free(t->sizes);
    free(t->cache);
    VEC_RELEASE(&t->nodes);
    VEC_RELEASE(&t->kids);
    index_table_release(&t->unique);
}

/* ---- nodes ---- */

struct mdd_sought {
    const struct mdd_table *t;
    uint32_t level;
    const mdd *kids;
};

static bool same_node(const void *context, uint32_t index) {
    const struct mdd_sought *s = context;
    const struct mdd_node *n = &s->t->nodes.at[index];
    return n->level == s->level &&
           !memcmp(s->t->kids.at + n->kids, s->kids, s->t->sizes[s->level] * sizeof(mdd));
}

mdd mdd_make(struct mdd_table *t, uint32_t level, const mdd *kids) {
    assert(level < t->levels);
    uint32_t n = t->sizes[level], i = 1;
    while (i < n && kids[i] == kids[0]) i++;
    if (i >= n) return kids[0];
    uint64_t hash = hash_int(level);
    for (i = 0; i < n; i++) hash = hash_mix(hash, kids[i]);
    struct mdd_sought sought = {t, level, kids};
    mdd found = index_table_find(&t->unique, hash, same_node, &sought);
    if (found) return found;
    if (t->kids.n + n > t->limit) {
        t->full = true;
        return MDD_ALL;
    }
    struct mdd_node node = {level, t->kids.n};
    for (i = 0; i < n; i++) VEC_PUSH(&t->kids, kids[i]);
    VEC_PUSH(&t->nodes, node);
    index_table_add(&t->unique, hash, t->nodes.n - 1);
    return t->nodes.n - 1;
}

mdd mdd_literal(struct mdd_table *t, uint32_t level, uint64_t values) {
    assert(level < t->levels);
    assert((values & ~(t->sizes[level] >= 64 ? UINT64_MAX : (UINT64_C(1) << t->sizes[level]) - 1)) == 0);
    mdd kids[MDD_SIZE];
    for (uint32_t i = 0; i < t->sizes[level]; i++) kids[i] = values >> i & 1 ? MDD_ALL : MDD_NONE;
    return mdd_make(t, level, kids);
}

/* ---- operations ---- */

static struct mdd_cached *slot_of(struct mdd_table *t, uint32_t op, uint32_t a, uint32_t b) {
    return &t->cache[hash_mix(hash_mix(op, a), b) & (CACHE_SIZE - 1)];
}

/* True, and the result, for the cases that need no recursion. */
static bool decided(uint32_t op, mdd a, mdd b, mdd *result) {
    switch (op) {
    case OP_AND:
        if (a != MDD_NONE && b != MDD_NONE && a != b && a != MDD_ALL && b != MDD_ALL) return false;
        *result = a == MDD_NONE || b == MDD_NONE ? MDD_NONE : a == MDD_ALL ? b : a;
        return true;
    case OP_OR:
        if (a != MDD_NONE && b != MDD_NONE && a != b && a != MDD_ALL && b != MDD_ALL) return false;
        *result = a == MDD_ALL || b == MDD_ALL ? MDD_ALL : a == MDD_NONE ? b : a;
        return true;
    default:
        if (a != MDD_NONE && b != MDD_NONE && a != b && b != MDD_ALL) return false;
        *result = a == b || b == MDD_ALL ? MDD_NONE : a;
        return true;
    }
}

static mdd apply(struct mdd_table *t, uint32_t op, mdd a, mdd b) {
    assert(a < t->nodes.n && b < t->nodes.n);
    mdd result;
    if (decided(op, a, b, &result)) return result;
    if (op != OP_MINUS && a > b) {
        mdd swap = a;
        a = b, b = swap;
    }
    struct mdd_cached *c = slot_of(t, op, a, b);
    if (c->op == op && c->a == a && c->b == b) return c->result;
    if (t->full) return MDD_ALL;
    uint32_t la = mdd_level(t, a), lb = mdd_level(t, b), level = la < lb ? la : lb;
    mdd kids[MDD_SIZE];
    for (uint32_t i = 0; i < t->sizes[level]; i++)
        kids[i] = apply(t, op, mdd_kid(t, a, level, i), mdd_kid(t, b, level, i));
    result = mdd_make(t, level, kids);
    *c = (struct mdd_cached){op, a, b, result};
    return result;
}

mdd mdd_and(struct mdd_table *t, mdd a, mdd b) { return apply(t, OP_AND, a, b); }
mdd mdd_or(struct mdd_table *t, mdd a, mdd b) { return apply(t, OP_OR, a, b); }
mdd mdd_minus(struct mdd_table *t, mdd a, mdd b) { return apply(t, OP_MINUS, a, b); }

bool mdd_disjoint(struct mdd_table *t, mdd a, mdd b) {
    assert(a < t->nodes.n && b < t->nodes.n);
    if (a == MDD_NONE || b == MDD_NONE) return true;
    if (a == b || a == MDD_ALL || b == MDD_ALL) return false;
    if (a > b) {
        mdd swap = a;
        a = b, b = swap;
    }
    struct mdd_cached *c = slot_of(t, OP_DISJOINT, a, b);
    if (c->op == OP_DISJOINT && c->a == a && c->b == b) return c->result;
    uint32_t la = mdd_level(t, a), lb = mdd_level(t, b), level = la < lb ? la : lb;
    bool disjoint = true;
    for (uint32_t i = 0; i < t->sizes[level] && disjoint; i++)
        disjoint = mdd_disjoint(t, mdd_kid(t, a, level, i), mdd_kid(t, b, level, i));
    *c = (struct mdd_cached){OP_DISJOINT, a, b, disjoint};
    return disjoint;
}

mdd mdd_exists(struct mdd_table *t, mdd a, uint32_t level) {
    assert(a < t->nodes.n && level < t->levels);
    uint32_t la = mdd_level(t, a);
    if (la > level) return a;
    struct mdd_cached *c = slot_of(t, OP_EXISTS, a, level);
    if (c->op == OP_EXISTS && c->a == a && c->b == level) return c->result;
    if (t->full) return MDD_ALL;
    mdd result = MDD_NONE, kids[MDD_SIZE];
    if (la == level) {
        for (uint32_t i = 0; i < t->sizes[level]; i++) result = mdd_or(t, result, mdd_kid(t, a, la, i));
    } else {
        for (uint32_t i = 0; i < t->sizes[la]; i++) kids[i] = mdd_exists(t, mdd_kid(t, a, la, i), level);
        result = mdd_make(t, la, kids);
    }
    *c = (struct mdd_cached){OP_EXISTS, a, level, result};
    return result;
}

mdd mdd_rename(struct mdd_table *t, mdd a, uint32_t from, uint32_t to) {
    assert(a < t->nodes.n && from < t->levels && to < t->levels);
    assert(t->sizes[from] == t->sizes[to]);
    uint32_t la = mdd_level(t, a), key = 2 * from + (from < to);
    if (t->full) return MDD_ALL;
    assert((from + 1 == to || to + 1 == from) && t->sizes[from] == t->sizes[to] && la != to);
    if (la > from) return a;
    struct mdd_cached *c = slot_of(t, OP_RENAME, a, key);
    if (c->op == OP_RENAME && c->a == a && c->b == key) return c->result;
    mdd kids[MDD_SIZE];
    for (uint32_t i = 0; i < t->sizes[la]; i++) {
        mdd kid = mdd_kid(t, a, la, i);
        kids[i] = la == from ? kid : mdd_rename(t, kid, from, to);
    }
    mdd result = mdd_make(t, la == from ? to : la, kids);
    *c = (struct mdd_cached){OP_RENAME, a, key, result};
    return result;
}

/* ---- size and collection ---- */

/* The nodes below the roots, marked; children have smaller handles, so one pass downwards does
 * it. */
static uint8_t *mark(const struct mdd_table *t, mdd **roots, uint32_t n) {
    uint8_t *marked = mem_zero(t->nodes.n, 1);
    for (uint32_t i = 0; i < n; i++) marked[*roots[i]] = 1;
    for (uint32_t a = t->nodes.n - 1; a > MDD_ALL; a--)
        for (uint32_t i = 0; marked[a] && i < t->sizes[t->nodes.at[a].level]; i++)
            marked[t->kids.at[t->nodes.at[a].kids + i]] = 1;
    return marked;
}

uint32_t mdd_size(const struct mdd_table *t, mdd a) {
    assert(a < t->nodes.n);
    mdd *root = &a;
    uint8_t *marked = mark(t, &root, 1);
    uint32_t size = 0;
    for (uint32_t i = MDD_ALL + 1; i < t->nodes.n; i++) size += marked[i];
    free(marked);
    return size;
}

/* A node that is found under its own content is the only one with it. */
static bool node_is_right(const struct mdd_table *t, mdd a) {
    const struct mdd_node *node = &t->nodes.at[a];
    const mdd *kids = t->kids.at + node->kids;
    if (node->level >= t->levels) return false;
    uint32_t n = t->sizes[node->level], equal = 0;
    uint64_t hash = hash_int(node->level);
    for (uint32_t i = 0; i < n; i++) {
        if (kids[i] >= a || mdd_level(t, kids[i]) <= node->level) return false;
        equal += kids[i] == kids[0];
        hash = hash_mix(hash, kids[i]);
    }
    struct mdd_sought sought = {t, node->level, kids};
    return equal < n && index_table_find(&t->unique, hash, same_node, &sought) == a;
}

bool mdd_check(const struct mdd_table *t) {
    for (mdd a = MDD_ALL + 1; a < t->nodes.n; a++)
        if (!node_is_right(t, a)) return false;
    return t->nodes.n >= 2;
}

void mdd_collect(struct mdd_table *t, mdd **roots, uint32_t n) {
    uint8_t *marked = mark(t, roots, n);
    struct mdd_table old = *t;
    mdd *now = mem_zero(old.nodes.n, sizeof *now);
    memset(&t->nodes, 0, sizeof t->nodes);
    memset(&t->kids, 0, sizeof t->kids);
    now[MDD_ALL] = MDD_ALL;
    clear_nodes(t);
    for (mdd a = MDD_ALL + 1; a < old.nodes.n; a++) {
        if (!marked[a]) continue;
        mdd kids[MDD_SIZE];
        const struct mdd_node *node = &old.nodes.at[a];
        for (uint32_t i = 0; i < t->sizes[node->level]; i++) kids[i] = now[old.kids.at[node->kids + i]];
        now[a] = mdd_make(t, node->level, kids);
    }
    for (uint32_t i = 0; i < n; i++) *roots[i] = now[*roots[i]];
    assert(t->full || mdd_check(t));
    free(now);
    free(marked);
    VEC_RELEASE(&old.nodes);
    VEC_RELEASE(&old.kids);
}
