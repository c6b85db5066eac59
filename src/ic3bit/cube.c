#include "ic3bit/cube.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static uint64_t bit(uint32_t lit) { return (uint64_t)1 << (lit * 0x9e3779b1u >> 26); }

struct cube *cube_new(const uint32_t *lits, uint32_t n) {
    struct cube *c = mem_alloc(sizeof *c + n * sizeof *lits);
    *c = (struct cube){.n = n};
    if (n) memcpy(c->lits, lits, n * sizeof *lits);
    qsort(c->lits, n, sizeof *lits, compare);
    for (uint32_t i = 0; i < n; i++) {
        c->signature |= bit(c->lits[i]);
        assert(!i || c->lits[i - 1] / 2 < c->lits[i] / 2);
    }
    return c;
}

struct cube *cube_copy(const struct cube *c) {
    size_t bytes = sizeof *c + c->n * sizeof *c->lits;
    struct cube *copy = memcpy(mem_alloc(bytes), c, bytes);
    copy->stays = NULL;
    return copy;
}

void cube_free(struct cube *c) {
    if (!c) return;
    free(c->stays);
    free(c);
}

bool cube_subset(const struct cube *c, const struct cube *d) {
    if (c->n > d->n || c->signature & ~d->signature) return false;
    uint32_t j = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        while (j < d->n && d->lits[j] < c->lits[i]) j++;
        if (j == d->n || d->lits[j] != c->lits[i]) return false;
    }
    return true;
}
