#include "frontend/pointers/offsets.h"

#include <assert.h>

uint64_t gcd64(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

struct offsets offsets_exact(int64_t at) { return (struct offsets){.n = 1, .r = {at}}; }

static int64_t reduced(int64_t r, uint64_t stride) {
    if (stride == 0) return r;
    assert(stride <= INT64_MAX);
    int64_t m = r % (int64_t)stride;
    return m < 0 ? m + (int64_t)stride : m;
}

/* Inserts r; false if there is no room. */
static bool insert(struct offsets *o, int64_t r) {
    uint32_t at = 0;
    r = reduced(r, o->stride);
    while (at < o->n && o->r[at] < r) at++;
    if (at < o->n && o->r[at] == r) return true;
    if (o->n == MAX_RESIDUES) return false;
    for (uint32_t i = o->n++; i > at; i--) o->r[i] = o->r[i - 1];
    o->r[at] = r;
    return true;
}

static void set_stride(struct offsets *o, uint64_t stride) {
    struct offsets old = *o;
    o->stride = stride;
    o->n = 0;
    for (uint32_t i = 0; i < old.n; i++) insert(o, old.r[i]);
}

/* The stride that makes all residues, and r, one class. */
static uint64_t merging_stride(const struct offsets *o, int64_t r) {
    uint64_t g = o->stride;
    for (uint32_t i = 0; i < o->n; i++) {
        int64_t d = o->r[i] - r;
        g = gcd64(g, d < 0 ? 0 - (uint64_t)d : (uint64_t)d);
    }
    return g;
}

static bool same(const struct offsets *a, const struct offsets *b) {
    if (a->stride != b->stride || a->wraps != b->wraps || a->n != b->n) return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (a->r[i] != b->r[i]) return false;
    return true;
}

bool offsets_join(struct offsets *o, const struct offsets *other) {
    if (o->n == 0) {
        *o = *other;
        return other->n > 0;
    }
    if (same(o, other)) return false;
    struct offsets before = *o;
    o->wraps |= other->wraps;
    uint64_t stride = gcd64(o->stride, other->stride);
    if (stride != o->stride) set_stride(o, stride);
    for (uint32_t i = 0; i < other->n; i++) {
        if (insert(o, other->r[i])) continue;
        set_stride(o, merging_stride(o, other->r[i]));
        insert(o, other->r[i]);
    }
    return !same(o, &before);
}

struct offsets offsets_shift(const struct offsets *o, int64_t constant, uint64_t scale) {
    struct offsets shifted = {.stride = gcd64(o->stride, scale), .wraps = o->wraps};
    assert(o->n > 0);
    for (uint32_t i = 0; i < o->n; i++) insert(&shifted, (int64_t)((uint64_t)o->r[i] + (uint64_t)constant));
    return shifted;
}

static bool ranges_meet(int64_t a, uint64_t width, int64_t b, uint64_t other_width, uint64_t stride) {
    if (stride == 0) return (a <= b ? (uint64_t)(b - a) < width : (uint64_t)(a - b) < other_width);
    return (uint64_t)reduced(b - a, stride) < width || (uint64_t)reduced(a - b, stride) < other_width;
}

bool offsets_overlap(const struct offsets *a, uint64_t width, const struct offsets *b, uint64_t other_width) {
    uint64_t stride = gcd64(a->stride, b->stride);
    for (uint32_t i = 0; i < a->n; i++)
        for (uint32_t j = 0; j < b->n; j++)
            if (ranges_meet(a->r[i], width, b->r[j], other_width, stride)) return true;
    return false;
}
