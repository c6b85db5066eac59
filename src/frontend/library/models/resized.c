/* realloc where accesses are checked: the memory model knows how large a block is, and what is
 * resized is freed. The block must be one that may be freed. */
#include "frontend/library/models/any.h"

void *malloc(size_t);
void free(void *);
size_t __edgewise_size(void *);
M void *realloc(void *old, size_t n) {
    if (!old) return malloc(n);
    size_t had = __edgewise_size(old);
    if (n == 0 && any_int()) {
        free(old);
        return 0;
    }
    char *new = malloc(n);
    if (!new) return new;
    size_t most = had < n ? had : n;
    for (size_t i = 0; i < most; i++) new[i] = ((char *)old)[i];
    free(old);
    return new;
}
M void *reallocarray(void *old, size_t k, size_t n) {
    size_t all;
    return __builtin_mul_overflow(k, n, &all) ? (void *)0 : realloc(old, all);
}
