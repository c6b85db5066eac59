/* Sets of byte offsets into an object: finitely many residues modulo a stride. Stride 0 means exact
 * offsets. { r[i] + stride * k | i < n, k any integer }. What integer arithmetic computed wraps:
 * its summands need not be offsets, only their sum modulo the address space is. */
#ifndef FRONTEND_POINTERS_OFFSETS_H
#define FRONTEND_POINTERS_OFFSETS_H

#include <stdbool.h>
#include <stdint.h>

enum { MAX_RESIDUES = 16 };

struct offsets {
    uint64_t stride;
    bool wraps;
    uint32_t n;              /* at least 1 in a set that is in use */
    int64_t r[MAX_RESIDUES]; /* sorted; in 0 .. stride-1 unless the stride is 0 */
};

uint64_t gcd64(uint64_t a, uint64_t b);

struct offsets offsets_exact(int64_t at);
/* Adds other's members; true if the set grew. Sets that grow beyond MAX_RESIDUES get a stride. */
bool offsets_join(struct offsets *o, const struct offsets *other);
/* The set with a constant, and any multiple of `scale` (0: none), added to its members. */
struct offsets offsets_shift(const struct offsets *o, int64_t constant, uint64_t scale);
/* May an access of `width` bytes at a member of `a` touch one of `other_width` bytes at a member of
 * `b`? */
bool offsets_overlap(const struct offsets *a, uint64_t width, const struct offsets *b, uint64_t other_width);

#endif
