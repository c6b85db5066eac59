/* TESTS(T): see adversarial.h. Addresses as numbers: they come back from arithmetic as pointers to what they were. */
#include "adversarial.h"
#include <stdint.h>

static long long test_sum(void) {
    int x = 1, y = 2, z = 3, *a = in(0) == 5 ? &x : &z, *b = in(0) == 5 ? &y : &z;
    uintptr_t sum = (uintptr_t)a + (uintptr_t)b;
    *(int *)(sum - (uintptr_t)a) = 7;
    return x * 100 + y * 10 + z;
}
static long long test_difference(void) {
    int x = 1, y = 2, z = 3, *a = in(0) == 5 ? &x : &z, *b = in(0) == 5 ? &y : &z;
    uintptr_t link = (uintptr_t)b - (uintptr_t)a;
    *(int *)(link + (uintptr_t)a) = 7;
    return x * 100 + y * 10 + z;
}
static long long test_overflow_builtin(void) {
    int a[3] = {1, 2, 3};
    uintptr_t r;
    if (__builtin_add_overflow((uintptr_t)a, in(7), &r)) return 0;
    *(int *)r = 7;
    return a[0] * 100 + a[1] * 10 + a[2];
}
static long long test_bytes_swapped(void) {
    _Alignas(8) int a[2] = {1, 2}, b[2] = {3, 4}; /* else the last byte of an address plus 4 may wrap */
    uint64_t p = __builtin_bswap64((uintptr_t)(in(0) == 5 ? a : b));
    p += (uint64_t)4 << 56;
    *(int *)(uintptr_t)__builtin_bswap64(p) = 7;
    return a[0] * 10 + a[1];
}
static long long test_double(void) {
    int x = 1, y = 2;
    double d = (double)(uintptr_t)(in(0) == 5 ? &x : &y);
    *(int *)(uintptr_t)d = 7;
    return x * 10 + y;
}
static int cells_atomic[4] = {1, 2, 3, 4}, *cell_atomic = cells_atomic;
static long long test_atomic(void) {
    for (int i = 0; i < in(1); i++) __sync_fetch_and_add((uintptr_t *)&cell_atomic, sizeof(int));
    *cell_atomic = 7;
    __sync_sub_and_fetch((uintptr_t *)&cell_atomic, sizeof(int));
    *cell_atomic = 8;
    __sync_fetch_and_or((uintptr_t *)&cell_atomic, sizeof(int) / 4);
    __sync_fetch_and_and((uintptr_t *)&cell_atomic, ~(uintptr_t)3);
    *cell_atomic += 1;
    return cells_atomic[0] * 100 + cells_atomic[1] * 10 + cells_atomic[2];
}
static long long test_product_wraps(void) { /* a product of 12 that is 4 or 8 modulo the size of memory */
    int a[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    uintptr_t i = UINTPTR_MAX / 12 * 4 + in(1), at = (uintptr_t)a + i * 12, distance = at - (uintptr_t)a;
    if (distance >= sizeof a) return -1;
    *(int *)at = 0;
    a[3] += 1; /* rows of the array */
    return a[distance / 4] * 100 + a[0] * 10 + a[3];
}
static _Alignas(4096) char page[4096];
static long long test_alignment(void) {
    char c = (char)in(1), *blocks[2];
    _Alignas(128) char row[32];
    void *block;
    for (int i = 0; i < 2; i++) blocks[i] = aligned_alloc(256, 256);
    if (posix_memalign(&block, 1024, 100)) return 0;
    page[(int)c] = row[(int)c] = *blocks[1] = c;
    return ((uintptr_t)page % 4096 == 0) + 10 * ((uintptr_t)row % 128 == 0) + 100 * ((uintptr_t)blocks[1] % 256 == 0) +
           1000 * ((uintptr_t)block % 1024 == 0);
}
/* Addresses are unknown constants: that these three hold for all of them takes long to prove, so only FALSE is asked. */
#define HARD_TESTS(T) \
    T(sum, 173LL) \
    T(difference, 173LL) \
    T(double, 72LL)
#define TESTS(T) \
    T(overflow_builtin, 173LL) \
    T(bytes_swapped, 17LL) \
    T(atomic, 197LL) \
    T(product_wraps, 15LL) \
    T(alignment, 1111LL)
