/* Cone of influence, structural hashing, constant and structurally equal latches.
 *
 * Ternary simulation starts from the reset values with all inputs unknown and *joins* each new
 * state into the old one: a latch that ever differs from its reset becomes unknown for good. The
 * latches that stay known at the fixpoint are an inductive invariant by themselves, which a set of
 * visited ternary states would not be; so every constant can be claimed in the certificate. What
 * simulation by joins is too weak for is left to sweep.c. */
#include "ic3bit/reduce.h"

#include <assert.h>
#include <stdlib.h>

#include "util/stats.h"

struct builder {
    const struct aiger *old;
    const uint32_t *merge; /* by old variable; may be NULL */
    struct aiger *new;
    uint32_t *map; /* by old variable: literal of the new model; NONE if not in the cone */
    uint8_t *cone;
    struct hasher hasher;
    literal_vec stack;
};

#define NONE 0xffffffffu

static uint32_t merged(const struct builder *b, uint32_t lit) {
    return b->merge ? b->merge[lit / 2] ^ (lit & 1) : lit;
}

static void mark(struct builder *b, uint32_t lit) {
    uint32_t v = merged(b, lit) / 2;
    if (b->cone[v]) return;
    b->cone[v] = 1;
    VEC_PUSH(&b->stack, v);
}

static void mark_cone(struct builder *b) {
    const struct aiger *m = b->old;
    uint32_t first_latch = 1 + m->inputs, first_and = first_latch + m->latches.n;
    mark(b, m->bads.at[0]);
    for (uint32_t i = 0; i < m->constraints.n; i++) mark(b, m->constraints.at[i]);
    while (b->stack.n) {
        uint32_t v = VEC_POP(&b->stack);
        if (v >= first_and) {
            mark(b, m->ands.at[v - first_and].a);
            mark(b, m->ands.at[v - first_and].b);
        } else if (v >= first_latch) {
            mark(b, m->latches.at[v - first_latch].next);
        }
    }
}

static uint32_t new_literal(const struct builder *b, uint32_t old) {
    uint32_t lit = merged(b, old), to = b->map[lit / 2];
    assert(to != NONE);
    return to ^ (lit & 1);
}

struct gate_sought {
    const struct aiger *m;
    struct aiger_and g;
};

static bool same_gate(const void *context, uint32_t index) {
    const struct gate_sought *s = context;
    const struct aiger_and *g = &s->m->ands.at[index - 1];
    return g->a == s->g.a && g->b == s->g.b;
}

uint32_t hasher_and(struct hasher *h, uint32_t x, uint32_t y) {
    assert(x / 2 < aiger_variables(h->m) && y / 2 < aiger_variables(h->m));
    if (x < y) {
        uint32_t t = x;
        x = y;
        y = t;
    }
    if (y == 0 || x == (y ^ 1)) return 0;
    if (y == 1 || x == y) return x;
    struct gate_sought s = {h->m, {x, y}};
    uint64_t code = hash_mix(hash_int(x), y);
    uint32_t found = index_table_find(&h->gates, code, same_gate, &s);
    if (found) return aiger_and(h->m, found - 1);
    uint32_t lit = aiger_add_and(h->m, x, y);
    index_table_add(&h->gates, code, h->m->ands.n);
    return lit;
}

void hasher_release(struct hasher *h) { index_table_release(&h->gates); }

static void build_leaves(struct builder *b) {
    const struct aiger *m = b->old;
    for (uint32_t i = 0; i < m->inputs; i++)
        if (b->cone[1 + i]) b->map[1 + i] = aiger_input(b->new->inputs++);
    for (uint32_t i = 0; i < m->latches.n; i++) {
        uint32_t v = 1 + m->inputs + i;
        if (!b->cone[v]) continue;
        VEC_PUSH(&b->new->latches, m->latches.at[i]);
        b->map[v] = aiger_latch(b->new, b->new->latches.n - 1);
    }
}

static void build_gates(struct builder *b) {
    const struct aiger *m = b->old;
    uint32_t first_and = 1 + m->inputs + m->latches.n;
    for (uint32_t i = 0; i < m->ands.n; i++) {
        if (!b->cone[first_and + i]) continue;
        uint32_t x = new_literal(b, m->ands.at[i].a), y = new_literal(b, m->ands.at[i].b);
        b->map[first_and + i] = hasher_and(&b->hasher, x, y);
    }
}

static void build_roots(struct builder *b) {
    const struct aiger *m = b->old;
    uint32_t latch = 0;
    bool blocked = false;
    for (uint32_t i = 0; i < m->latches.n; i++)
        if (b->cone[1 + m->inputs + i])
            b->new->latches.at[latch++].next = new_literal(b, m->latches.at[i].next);
    for (uint32_t i = 0; i < m->constraints.n; i++) {
        uint32_t lit = new_literal(b, m->constraints.at[i]);
        if (lit == 0) blocked = true;
        if (lit > 1) VEC_PUSH(&b->new->constraints, lit);
    }
    /* a constraint that is never met leaves no behaviour at all */
    VEC_PUSH(&b->new->bads, blocked ? 0 : new_literal(b, m->bads.at[0]));
}

/* A new variable equals the first old variable that was mapped to it. */
static uint32_t *build_origin(const struct builder *b, const uint32_t *old_origin) {
    uint32_t *origin = mem_alloc(aiger_variables(b->new) * sizeof *origin);
    for (uint32_t v = 0; v < aiger_variables(b->new); v++) origin[v] = NONE;
    for (uint32_t v = 0; v < aiger_variables(b->old); v++) {
        uint32_t to = b->map[v];
        if (to != NONE && origin[to / 2] == NONE) origin[to / 2] = old_origin[v] ^ (to & 1);
    }
    return origin;
}

static bool rebuild_once(struct system *s, const uint32_t *merge) {
    struct builder b = {.old = s->model, .merge = merge, .new = MEM_NEW(struct aiger)};
    b.hasher.m = b.new;
    uint32_t variables = aiger_variables(s->model);
    b.map = mem_alloc(variables * sizeof *b.map);
    for (uint32_t v = 0; v < variables; v++) b.map[v] = NONE;
    b.cone = mem_zero(variables, 1);
    b.cone[0] = 1;
    b.map[0] = 0;
    mark_cone(&b);
    build_leaves(&b);
    build_gates(&b);
    build_roots(&b);
    uint32_t *origin = build_origin(&b, s->origin);
    bool smaller = aiger_variables(b.new) < variables;
    aiger_free(s->model);
    free(s->origin);
    s->model = b.new;
    s->origin = origin;
    free(b.map);
    free(b.cone);
    hasher_release(&b.hasher);
    VEC_RELEASE(&b.stack);
    return smaller;
}

bool system_rebuild(struct system *s, const uint32_t *merge) {
    bool smaller = rebuild_once(s, merge), any = smaller;
    for (int i = 0; smaller && i < 4; i++)
        smaller = rebuild_once(s, NULL); /* hashing may shrink the cone again */
    return any;
}

void system_init(struct system *s, const struct aiger *original, uint32_t bad) {
    assert(bad / 2 < aiger_variables(original));
    *s = (struct system){.model = aiger_copy(original)};
    VEC_CLEAR(&s->model->bads);
    VEC_PUSH(&s->model->bads, bad);
    VEC_CLEAR(&s->model->outputs);
    s->origin = mem_alloc(aiger_variables(original) * sizeof *s->origin);
    for (uint32_t v = 0; v < aiger_variables(original); v++) s->origin[v] = 2 * v;
    system_rebuild(s, NULL);
}

struct system system_copy(const struct system *s) {
    struct system c = {.model = aiger_copy(s->model)};
    size_t bytes = aiger_variables(s->model) * sizeof *s->origin;
    c.origin = memcpy(mem_alloc(bytes), s->origin, bytes);
    for (uint32_t i = 0; i < s->claims.n; i++) VEC_PUSH(&c.claims, s->claims.at[i]);
    return c;
}

void system_release(struct system *s) {
    aiger_free(s->model);
    free(s->origin);
    VEC_RELEASE(&s->claims);
    *s = (struct system){0};
}

/* Ternary values: 0, 1, 2 = unknown. */
static uint8_t ternary_literal(const uint8_t *value, uint32_t lit) {
    uint8_t v = value[lit / 2];
    return v == 2 ? 2 : v ^ (lit & 1);
}

static void ternary_gates(const struct aiger *m, uint8_t *value) {
    uint32_t first = 1 + m->inputs + m->latches.n;
    for (uint32_t i = 0; i < m->ands.n; i++) {
        uint8_t a = ternary_literal(value, m->ands.at[i].a), b = ternary_literal(value, m->ands.at[i].b);
        value[first + i] = a == 0 || b == 0 ? 0 : a == 1 && b == 1 ? 1 : 2;
    }
}

/* One step; latches that change become unknown. */
static bool ternary_join(const struct aiger *m, uint8_t *value) {
    bool changed = false;
    ternary_gates(m, value);
    VEC(uint32_t) lost = {0};
    for (uint32_t i = 0; i < m->latches.n; i++) {
        uint32_t v = 1 + m->inputs + i;
        if (value[v] != 2 && ternary_literal(value, m->latches.at[i].next) != value[v]) VEC_PUSH(&lost, v);
    }
    for (uint32_t i = 0; i < lost.n; i++) value[lost.at[i]] = 2;
    changed = lost.n > 0;
    VEC_RELEASE(&lost);
    return changed;
}

static uint32_t constant_latches(struct system *s, uint32_t *merge) {
    const struct aiger *m = s->model;
    uint8_t *value = mem_alloc(aiger_variables(m));
    uint32_t found = 0;
    memset(value, 2, aiger_variables(m));
    value[0] = 0;
    for (uint32_t i = 0; i < m->latches.n; i++) value[1 + m->inputs + i] = (uint8_t)m->latches.at[i].reset;
    while (ternary_join(m, value)) {
    }
    for (uint32_t i = 0; i < m->latches.n; i++) {
        uint32_t v = 1 + m->inputs + i;
        if (value[v] == 2) continue;
        merge[v] = value[v];
        VEC_PUSH(&s->claims, (struct claim){s->origin[v], value[v]});
        found++;
    }
    free(value);
    return found;
}

/* Latches with the same next state and the same known reset. */
static uint32_t twin_latches(struct system *s, uint32_t *merge) {
    const struct aiger *m = s->model;
    struct int_map twins = {0};
    uint32_t found = 0;
    for (uint32_t i = 0; i < m->latches.n; i++) {
        uint32_t v = 1 + m->inputs + i;
        const struct aiger_latch *l = &m->latches.at[i];
        if (l->reset == RESET_ANY || merge[v] != 2 * v) continue;
        bool added;
        uint64_t *first = int_map_put(&twins, (uint64_t)l->next << 1 | l->reset, &added);
        if (added) {
            *first = v;
            continue;
        }
        merge[v] = 2 * (uint32_t)*first;
        VEC_PUSH(&s->claims, (struct claim){s->origin[v], s->origin[*first]});
        found++;
    }
    int_map_release(&twins);
    return found;
}

void reduce_latches(struct system *s) {
    for (uint32_t found = 1; found;) {
        uint32_t variables = aiger_variables(s->model);
        uint32_t *merge = mem_alloc(variables * sizeof *merge);
        for (uint32_t v = 0; v < variables; v++) merge[v] = 2 * v;
        found = constant_latches(s, merge) + twin_latches(s, merge);
        stats.reduce_latches += found;
        if (found) system_rebuild(s, merge);
        free(merge);
    }
}
