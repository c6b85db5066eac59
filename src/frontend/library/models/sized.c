/* With realloc in the program, every block begins with its size, which tells how much there is to
 * copy. What lies beyond is not copied: it stays as new memory is, arbitrary. A block of size 0 may
 * be NULL. */
#include "frontend/library/models/any.h"

void *malloc(size_t);
void *calloc(size_t, size_t);
static size_t with_size(size_t n) { return n + 16 < n ? n : n + 16; }
static void *begin(size_t *block, size_t n) {
    if (!block) return 0;
    *block = n;
    return (char *)block + 16;
}
void *edgewise_sized_malloc(size_t n) { return begin(malloc(with_size(n)), n); }
void *edgewise_sized_calloc(size_t k, size_t n) {
    size_t all;
    if (__builtin_mul_overflow(k, n, &all)) return 0;
    return begin(calloc(1, with_size(all)), all);
}
M void *realloc(void *old, size_t n) {
    if (n == 0 && any_int()) return 0;
    char *new = edgewise_sized_malloc(n);
    if (!new || !old) return new;
    size_t had = *(size_t *)((char *)old - 16);
    size_t most = had < n ? had : n;
    for (size_t i = 0; i < most; i++) new[i] = ((char *)old)[i];
    return new;
}
M void *reallocarray(void *old, size_t k, size_t n) {
    size_t all;
    return __builtin_mul_overflow(k, n, &all) ? (void *)0 : realloc(old, all);
}
