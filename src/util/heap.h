/* A binary heap of pointers, least first by the owner's comparison. Elements that compare equal
 * come out in no particular order: put a tie-break into the comparison. */
#ifndef UTIL_HEAP_H
#define UTIL_HEAP_H

#include <stdbool.h>
#include <stdint.h>

#include "util/vec.h"

struct heap {
    VEC(void *) items;
    bool (*before)(const void *a, const void *b); /* a strict order */
};

void heap_push(struct heap *h, void *item);
void *heap_pop(struct heap *h);       /* the least; the heap is not empty */
void *heap_top(const struct heap *h); /* NULL if empty */
void heap_release(struct heap *h);

#endif
