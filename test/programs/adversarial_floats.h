/* TESTS(T): see adversarial.h. */
#include "adversarial.h"

static long long test_float_int(void) {
    float f = in(0) * 1.5f;
    double d = -f / 4;
    return (int)f * 1000 + (int)d * 10 + (int)(d * d) + (unsigned char)(f);
}
static long long test_float_neg_uint(void) {
    double d = in(0) + 0.9;
    return (unsigned)d + (long long)(-d) + (short)(-d * 3);
}
static long long test_nan(void) {
    double z = in(8);
    double n = z / z;
    double i = 1 / z;
    return (n == n) + 10 * (n < 1) + 100 * !(n >= 1) + 1000 * (n != n) + 10000 * (i > 1e300) +
           100000 * (-i < i);
}
static long long test_negzero(void) {
    double z = in(8);
    double n = -z;
    return (n == z) + 10 * (1 / n < 0) + 100 * (1 / z > 0);
}
static long long test_float_arr(void) {
    float a[5];
    for (int i = 0; i < 5; i++) a[i] = i / 2.0f;
    union {
        float f;
        unsigned u;
    } u;
    u.f = a[in(1)];
    return u.u + (int)a[in(0) - 2];
}
static long long test_ull_float(void) {
    unsigned long long u = -1ULL;
    float f = u;
    double d = (double)(u >> in(1));
    return (f == 18446744073709551616.0f) + 10 * (d > 4.6e18) + (long long)(double)in(3);
}
static long long test_round(void) {
    double x = in(0) + 0.5;
    return (long)floor(x) * 1000 + (long)ceil(x) * 100 + (long)trunc(-x) * 10 + (long)round(x) +
           (long)fabs(-x) + (long)sqrt(x * x);
}
static long long test_fmod_(void) {
    return (long)(fmod(-in(0), 3) * 10) + (long)(fmax(in(0), 7) + fmin(in(0), 7)) + isnan(0.0 / in(8)) * 100;
}
static long long test_longd(void) {
    long double x = in(0);
    x = x / 3;
    return (long long)(x * 1000) + (x > 1.6L);
}
#define TESTS(T) \
    T(float_int, 7000LL) \
    T(float_neg_uint, -17LL) \
    T(nan, 111100LL) \
    T(negzero, 111LL) \
    T(float_arr, 1065353217LL) \
    T(ull_float, 2147483658LL) \
    T(round, 5566LL) \
    T(fmod_, 92LL) \
    T(longd, 1667LL)
