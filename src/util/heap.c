#include "util/heap.h"

#include <assert.h>

void heap_push(struct heap *h, void *item) {
    VEC_PUSH(&h->items, item);
    uint32_t i = h->items.n - 1;
    for (uint32_t up; i && h->before(item, h->items.at[up = (i - 1) / 2]); i = up)
        h->items.at[i] = h->items.at[up];
    h->items.at[i] = item;
}

void *heap_pop(struct heap *h) {
    assert(h->items.n > 0);
    void *top = h->items.at[0], *moved = VEC_POP(&h->items);
    uint32_t n = h->items.n, i = 0;
    if (!n) return top;
    for (uint32_t child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && h->before(h->items.at[child + 1], h->items.at[child])) child++;
        if (!h->before(h->items.at[child], moved)) break;
        h->items.at[i] = h->items.at[child];
    }
    h->items.at[i] = moved;
    return top;
}

void *heap_top(const struct heap *h) { return h->items.n ? h->items.at[0] : NULL; }

void heap_release(struct heap *h) { VEC_RELEASE(&h->items); }
