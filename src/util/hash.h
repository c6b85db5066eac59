/* Hashing, and the two tables that everything else is made of.
 *
 * `index_table` is a set of 32-bit indices into somebody else's array, by content: open addressing,
 * linear probing, load under 1/2; index 0 is never stored. The owner supplies the hash of a sought
 * element and a comparison. `int_map` maps 64-bit keys to 64-bit values. */
#ifndef UTIL_HASH_H
#define UTIL_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline uint64_t hash_mix(uint64_t h, uint64_t x) {
    h ^= x + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
    h *= 0xff51afd7ed558ccdu;
    return h ^ (h >> 32);
}
uint64_t hash_bytes(const void *data, size_t n);
static inline uint64_t hash_int(uint64_t x) { return hash_mix(0x243f6a8885a308d3u, x); }

struct index_slot {
    uint32_t index; /* 0: free */
    uint32_t hash;  /* low 32 bits of the element's hash, to rehash and to compare quickly */
};

struct index_table {
    struct index_slot *slots;
    uint32_t capacity, n; /* capacity is 0 or a power of two */
};

/* same(context, index) tells whether the stored index has the sought content. */
typedef bool index_same(const void *context, uint32_t index);

/* The stored index, or 0. */
uint32_t index_table_find(const struct index_table *t, uint64_t hash, index_same *same, const void *context);
/* Adds an index that is known to be absent. */
void index_table_add(struct index_table *t, uint64_t hash, uint32_t index);
void index_table_clear(struct index_table *t);
void index_table_release(struct index_table *t);

struct int_map {
    uint64_t *keys, *values;
    uint8_t *used;
    uint32_t capacity, n;
};

/* Pointer to the value of a key, NULL if absent; valid until the next int_map_put. */
uint64_t *int_map_get(const struct int_map *m, uint64_t key);
/* Pointer to the value of a key, added as 0 if absent; `*added` (may be NULL) tells which. */
uint64_t *int_map_put(struct int_map *m, uint64_t key, bool *added);
void int_map_clear(struct int_map *m);
void int_map_release(struct int_map *m);

#endif
