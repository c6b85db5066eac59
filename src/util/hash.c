#include "util/hash.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/mem.h"

uint64_t hash_bytes(const void *data, size_t n) {
    const unsigned char *p = data;
    uint64_t h = hash_int(n);
    for (; n >= 8; n -= 8, p += 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        h = hash_mix(h, word);
    }
    for (; n; n--, p++) h = hash_mix(h, *p);
    return h;
}

uint32_t index_table_find(const struct index_table *t, uint64_t hash, index_same *same, const void *context) {
    if (!t->capacity) return 0;
    uint32_t mask = t->capacity - 1;
    for (uint32_t i = (uint32_t)hash & mask; t->slots[i].index; i = (i + 1) & mask)
        if (t->slots[i].hash == (uint32_t)hash && same(context, t->slots[i].index)) return t->slots[i].index;
    return 0;
}

static void index_table_insert(struct index_table *t, struct index_slot s) {
    uint32_t mask = t->capacity - 1, i = s.hash & mask;
    while (t->slots[i].index) i = (i + 1) & mask;
    t->slots[i] = s;
}

void index_table_add(struct index_table *t, uint64_t hash, uint32_t index) {
    assert(index != 0);
    assert(index);
    if (2 * (t->n + 1) > t->capacity) {
        struct index_table old = *t;
        t->capacity = old.capacity ? 2 * old.capacity : 64;
        t->slots = mem_zero(t->capacity, sizeof *t->slots);
        for (uint32_t i = 0; i < old.capacity; i++)
            if (old.slots[i].index) index_table_insert(t, old.slots[i]);
        free(old.slots);
    }
    index_table_insert(t, (struct index_slot){index, (uint32_t)hash});
    t->n++;
}

void index_table_clear(struct index_table *t) {
    if (t->capacity) memset(t->slots, 0, t->capacity * sizeof *t->slots);
    t->n = 0;
}

void index_table_release(struct index_table *t) {
    free(t->slots);
    *t = (struct index_table){0};
}

static uint32_t int_map_slot(const struct int_map *m, uint64_t key) {
    assert(m->capacity > m->n && (m->capacity & (m->capacity - 1)) == 0);
    uint32_t mask = m->capacity - 1, i = (uint32_t)hash_int(key) & mask;
    while (m->used[i] && m->keys[i] != key) i = (i + 1) & mask;
    return i;
}

uint64_t *int_map_get(const struct int_map *m, uint64_t key) {
    if (!m->capacity) return NULL;
    uint32_t i = int_map_slot(m, key);
    return m->used[i] ? &m->values[i] : NULL;
}

static void int_map_grow(struct int_map *m) {
    struct int_map old = *m;
    m->capacity = old.capacity ? 2 * old.capacity : 16;
    m->keys = mem_alloc(m->capacity * sizeof *m->keys);
    m->values = mem_alloc(m->capacity * sizeof *m->values);
    m->used = mem_zero(m->capacity, 1);
    for (uint32_t i = 0; i < old.capacity; i++) {
        if (!old.used[i]) continue;
        uint32_t j = int_map_slot(m, old.keys[i]);
        m->used[j] = 1;
        m->keys[j] = old.keys[i];
        m->values[j] = old.values[i];
    }
    free(old.keys);
    free(old.values);
    free(old.used);
}

uint64_t *int_map_put(struct int_map *m, uint64_t key, bool *added) {
    if (2 * (m->n + 1) > m->capacity) int_map_grow(m);
    uint32_t i = int_map_slot(m, key);
    if (added) *added = !m->used[i];
    if (!m->used[i]) {
        m->used[i] = 1;
        m->keys[i] = key;
        m->values[i] = 0;
        m->n++;
    }
    return &m->values[i];
}

void int_map_clear(struct int_map *m) {
    if (m->capacity) memset(m->used, 0, m->capacity);
    m->n = 0;
}

void int_map_release(struct int_map *m) {
    free(m->keys);
    free(m->values);
    free(m->used);
    *m = (struct int_map){0};
}
