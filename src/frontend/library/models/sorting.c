/* qsort and bsearch. C leaves open where equal elements come to lie: that is arbitrary here. It
 * also leaves open which elements are compared, and in which order. Programs see that if their
 * comparison function does more than to compare, or if a search finds one of several: the ledger
 * says so. */
#include "frontend/library/models/any.h"

void edgewise_ledger(const char *) __asm__("__edgewise_ledger");

static void exchange(char *a, char *b, size_t size) {
    for (size_t k = 0; k < size; k++) {
        char t = a[k];
        a[k] = b[k];
        b[k] = t;
    }
}
M void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
    edgewise_ledger("sort-order");
    for (size_t i = 1; i < n; i++)
        for (char *b = (char *)base + i * size; b != base; b -= size) {
            int order = compare(b - size, b);
            if (order < 0 || (order == 0 && any_int())) break;
            exchange(b - size, b, size);
        }
}
M void qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *),
               void *arg) {
    edgewise_ledger("sort-order");
    for (size_t i = 1; i < n; i++)
        for (char *b = (char *)base + i * size; b != base; b -= size) {
            int order = compare(b - size, b, arg);
            if (order < 0 || (order == 0 && any_int())) break;
            exchange(b - size, b, size);
        }
}
M void *bsearch(const void *key, const void *base, size_t n, size_t size,
                int (*compare)(const void *, const void *)) {
    edgewise_ledger("sort-order");
    for (const char *at = base; n > 0;) {
        const char *element = at + n / 2 * size;
        int order = compare(key, element);
        if (order == 0) return (void *)element;
        if (order > 0) at = element + size;
        n = order > 0 ? n - n / 2 - 1 : n / 2;
    }
    return 0;
}
