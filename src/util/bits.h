/* Arithmetic on bit patterns of up to 128 bits: the one place that uses the compiler's 128-bit
 * integers. */
#ifndef UTIL_BITS_H
#define UTIL_BITS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 i128;

static inline u128 u128_of(uint64_t lo, uint64_t hi) { return (u128)hi << 64 | lo; }
static inline uint64_t u128_low(u128 x) { return (uint64_t)x; }
static inline uint64_t u128_high(u128 x) { return (uint64_t)(x >> 64); }

/* The number with the lowest `width` bits set. */
static inline u128 bits_mask(uint32_t width) {
    assert(width <= 128);
    return width == 128 ? ~(u128)0 : ((u128)1 << width) - 1;
}
static inline u128 bits_cut(u128 x, uint32_t width) { return x & bits_mask(width); }
static inline bool bits_sign(u128 x, uint32_t width) { return x >> (width - 1) & 1; }
/* x, a pattern of `width` bits, as a signed number. */
static inline i128 bits_signed(u128 x, uint32_t width) {
    return (i128)(bits_sign(x, width) ? x | ~bits_mask(width) : x);
}
static inline uint32_t bits_trailing_zeros(u128 x) {
    assert(x);
    uint64_t lo = u128_low(x);
    return lo ? (uint32_t)__builtin_ctzll(lo) : 64 + (uint32_t)__builtin_ctzll(u128_high(x));
}
/* Number of bits up to the highest one that is set; 0 for 0. */
static inline uint32_t bits_length(u128 x) {
    uint64_t hi = u128_high(x), lo = u128_low(x);
    if (hi) return 128 - (uint32_t)__builtin_clzll(hi);
    return lo ? 64 - (uint32_t)__builtin_clzll(lo) : 0;
}
static inline bool bits_power_of_two(u128 x) { return x && !(x & (x - 1)); }
/* The inverse of an odd number modulo 2^128 (Newton's iteration doubles the correct bits). */
static inline u128 bits_inverse(u128 odd) {
    assert(odd & 1);
    u128 x = odd;
    for (int i = 0; i < 6; i++) x *= 2 - odd * x;
    return x;
}

/* The same for numbers of at most 64 bits. */
static inline uint64_t bits_mask64(uint32_t width) {
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}
static inline int64_t bits_signed64(uint64_t x, uint32_t width) {
    assert(width >= 1 && width <= 64);
    return (int64_t)(x << (64 - width)) >> (64 - width);
}
static inline uint64_t bits_inverse64(uint64_t odd) {
    assert(odd & 1);
    uint64_t x = odd;
    for (int i = 0; i < 5; i++) x *= 2 - odd * x;
    return x;
}

/* Signed arithmetic that tells whether the result fits; on overflow *r is unspecified. */
static inline bool i128_add(i128 a, i128 b, i128 *r) { return !__builtin_add_overflow(a, b, r); }
static inline bool i128_mul(i128 a, i128 b, i128 *r) { return !__builtin_mul_overflow(a, b, r); }

/* The full product of two 128-bit numbers. */
static inline void u128_mul_wide(u128 a, u128 b, u128 *high, u128 *low) {
    u128 a0 = u128_low(a), a1 = u128_high(a), b0 = u128_low(b), b1 = u128_high(b);
    u128 p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
    u128 middle = (p00 >> 64) + u128_low(p01) + u128_low(p10);
    *low = middle << 64 | u128_low(p00);
    *high = p11 + (p01 >> 64) + (p10 >> 64) + (middle >> 64);
}

#endif
