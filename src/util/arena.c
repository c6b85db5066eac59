#include "util/arena.h"

#include <stdlib.h>
#include <string.h>

#include "util/mem.h"

struct arena_chunk {
    struct arena_chunk *older;
    size_t used, size;
    max_align_t data[];
};

void *arena_alloc(struct arena *a, size_t bytes) {
    bytes = (bytes + 7) & ~(size_t)7;
    struct arena_chunk *c = a->chunk;
    if (!c || c->size - c->used < bytes) {
        size_t size = c && c->size < (1u << 20) ? 2 * c->size : 4096;
        if (c && c->size >= (1u << 20)) size = c->size;
        if (size < bytes) size = bytes;
        struct arena_chunk *fresh = mem_alloc(sizeof *fresh + size);
        *fresh = (struct arena_chunk){.older = c, .size = size};
        a->chunk = c = fresh;
        a->total += size;
    }
    void *p = (char *)c->data + c->used;
    c->used += bytes;
    return p;
}

char *arena_strdup(struct arena *a, const char *s) {
    size_t n = strlen(s) + 1;
    return memcpy(arena_alloc(a, n), s, n);
}

void arena_release(struct arena *a) {
    for (struct arena_chunk *c = a->chunk, *older; c; c = older) {
        older = c->older;
        free(c);
    }
    *a = (struct arena){0};
}
