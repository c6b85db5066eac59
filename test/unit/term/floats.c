/* Float evaluation against the host's arithmetic, which is IEEE for float and double, and x87 for
 * long double. */
#include "fixture.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "util/rng.h"

static struct rng rng = {12345};

/* Patterns with interesting exponents more often than chance would give them. */
static uint64_t pattern(uint32_t exponent, uint32_t fraction) {
    uint64_t f = rng_next(&rng) & (((uint64_t)1 << fraction) - 1),
             e = rng_next(&rng) & (((uint64_t)1 << exponent) - 1);
    uint64_t top = ((uint64_t)1 << exponent) - 1, middle = top / 2;
    switch (rng_below(&rng, 8)) {
    case 0: e = 0; break;
    case 1: e = top; break;
    case 2:
    case 3:
    case 4: e = middle + rng_below(&rng, 8) - 4; break;
    default: break;
    }
    if (rng_below(&rng, 4) == 0) f = 0;
    if (rng_below(&rng, 4) == 0) f = (((uint64_t)1 << fraction) - 1) & ~(uint64_t)rng_below(&rng, 2);
    if (rng_below(&rng, 8) == 0) f &= 3;
    return (rng_next(&rng) & 1) << (exponent + fraction) | e << fraction | f;
}

static double double_of(uint64_t x) {
    double d;
    memcpy(&d, &x, 8);
    return d;
}
static uint64_t double_bits(double d) {
    uint64_t x;
    memcpy(&x, &d, 8);
    return isnan(d) ? 0x7ff8000000000000u : x;
}
static float float_of(uint32_t x) {
    float f;
    memcpy(&f, &x, 4);
    return f;
}
static uint32_t float_bits(float f) {
    uint32_t x;
    memcpy(&x, &f, 4);
    return isnan(f) ? 0x7fc00000u : x;
}

static uint64_t ours(enum term_op op, sort s, uint64_t a, uint64_t b, uint64_t c) {
    term x = term_float_bits(s, value_of(a)), y = term_float_bits(s, value_of(b)),
         z = term_float_bits(s, value_of(c));
    term r = term_fp(op, x, y, z);
    assert_true(term_is_const(r));
    return term_value(r).lo;
}

#define SAME(op, expected)                                                                                   \
    do {                                                                                                     \
        uint64_t e_ = (expected), r_ = ours(op, s, a, b, c);                                                 \
        if (e_ != r_)                                                                                        \
            print_error("%s(%llx, %llx, %llx)\n", #op, (unsigned long long)a, (unsigned long long)b,         \
                        (unsigned long long)c);                                                              \
        assert_int_equal(r_, e_);                                                                            \
    } while (0)

enum { ROUNDS = 20000 };

static void test_double(void **state) {
    (void)state;
    sort s = sort_float(11, 53);
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t a = pattern(11, 52), b = rng_below(&rng, 4) ? pattern(11, 52) : a ^ rng_below(&rng, 4),
                 c = pattern(11, 52);
        double x = double_of(a), y = double_of(b), z = double_of(c);
        if (rng_below(&rng, 4) == 0) z = -x * y, c = double_bits(z);
        SAME(OP_FP_ADD, double_bits(x + y));
        SAME(OP_FP_SUB, double_bits(x - y));
        SAME(OP_FP_MUL, double_bits(x * y));
        SAME(OP_FP_DIV, double_bits(x / y));
        SAME(OP_FP_SQRT, double_bits(sqrt(x)));
        SAME(OP_FP_FMA, double_bits(fma(x, y, z)));
        SAME(OP_FP_REM, double_bits(remainder(x, y)));
        SAME(OP_FP_RINT, double_bits(nearbyint(x)));
        SAME(OP_FP_LT, x < y);
        SAME(OP_FP_LE, x <= y);
        SAME(OP_FP_EQ, x == y);
        SAME(OP_FP_IS_SUBNORMAL, fpclassify(x) == FP_SUBNORMAL);
        SAME(OP_FP_IS_NORMAL, fpclassify(x) == FP_NORMAL);
        if (!isnan(x)) SAME(OP_FP_NEG, double_bits(-x));
        if (!isnan(x)) SAME(OP_FP_IS_NEG, signbit(x) != 0);
    }
}

static void test_float(void **state) {
    (void)state;
    sort s = sort_float(8, 24);
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t a = pattern(8, 23), b = pattern(8, 23), c = pattern(8, 23);
        float x = float_of((uint32_t)a), y = float_of((uint32_t)b), z = float_of((uint32_t)c);
        SAME(OP_FP_ADD, float_bits(x + y));
        SAME(OP_FP_MUL, float_bits(x * y));
        SAME(OP_FP_DIV, float_bits(x / y));
        SAME(OP_FP_SQRT, float_bits(sqrtf(x)));
        SAME(OP_FP_FMA, float_bits(fmaf(x, y, z)));
        SAME(OP_FP_REM, float_bits(remainderf(x, y)));
        SAME(OP_FP_RINT, float_bits(nearbyintf(x)));
    }
}

static uint64_t converted(enum term_op op, term a, sort target) {
    term r = term_fp_convert(op, a, target);
    assert_true(term_is_const(r));
    return term_value(r).lo;
}

static void test_conversions(void **state) {
    (void)state;
    sort f = sort_float(8, 24), d = sort_float(11, 53);
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t a = pattern(11, 52), n = rng_next(&rng) >> rng_below(&rng, 64);
        double x = double_of(a);
        term t = term_float_bits(d, value_of(a)), k = term_bv(64, n);
        assert_int_equal(converted(OP_FP_FROM_FP, t, f), float_bits((float)x));
        assert_int_equal(converted(OP_FP_FROM_FP, term_float_bits(f, value_of(float_bits((float)x))), d),
                         double_bits((double)(float)x));
        assert_int_equal(converted(OP_FP_FROM_SBV, k, f), float_bits((float)(int64_t)n));
        assert_int_equal(converted(OP_FP_FROM_UBV, k, d), double_bits((double)n));
        if (x > -0x1p31 - 1 && x < 0x1p31)
            assert_int_equal(converted(OP_FP_TO_SBV, t, sort_bv(32)), (uint32_t)(int32_t)x);
        else assert_false(term_is_const(term_fp_convert(OP_FP_TO_SBV, t, sort_bv(32))));
        if (x > -1 && x < 0x1p32) assert_int_equal(converted(OP_FP_TO_UBV, t, sort_bv(32)), (uint32_t)x);
        else assert_false(term_is_const(term_fp_convert(OP_FP_TO_UBV, t, sort_bv(32))));
    }
}

#if LDBL_MANT_DIG == 64
/* Between x87's 80 bits, with its explicit leading bit, and our 79. */
static value ld_value(long double x) {
    uint64_t m = 0, e = 0;
    memcpy(&m, &x, 8);
    memcpy(&e, (const char *)&x + 8, 2);
    if (isnan(x)) m = (uint64_t)3 << 62, e = 0x7fff;
    m &= ~((uint64_t)1 << 63);
    return (value){m | e << 63, e >> 1};
}

static long double ld_random(void) {
    uint64_t a = pattern(15, 48), m = rng_next(&rng) & ~((uint64_t)1 << 63), e = a >> 48;
    if (rng_below(&rng, 3) == 0) m = (m & 3) - 1 + (rng_next(&rng) & 1);
    m &= ~((uint64_t)1 << 63);
    if (e & 0x7fff) m |= (uint64_t)1 << 63;
    long double x = 0;
    memcpy(&x, &m, 8);
    memcpy((char *)&x + 8, &e, 2);
    return x;
}

static void same_ld(enum term_op op, long double a, long double b, long double expected) {
    sort s = sort_float(15, 64);
    term r = term_fp(op, term_float_bits(s, ld_value(a)), term_float_bits(s, ld_value(b)), TERM_NONE);
    if (!value_same(term_value(r), ld_value(expected)))
        print_error("%d: %La %La gives %La\n", (int)op, a, b, expected);
    assert_true(value_same(term_value(r), ld_value(expected)));
}

static void test_x87(void **state) {
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        long double x = ld_random(), y = ld_random();
        same_ld(OP_FP_ADD, x, y, x + y);
        same_ld(OP_FP_MUL, x, y, x * y);
        same_ld(OP_FP_DIV, x, y, x / y);
        same_ld(OP_FP_SQRT, x, y, sqrtl(x));
        if (i % 16 == 0) same_ld(OP_FP_REM, x, y, remainderl(x, y));
    }
}
#else
static void test_x87(void **state) { (void)state; }
#endif

static void test_identities(void **state) {
    (void)state;
    sort d = sort_float(11, 53);
    term x = term_var("x", d), y = term_var("y", d);
    assert_term(term_fp(OP_FP_EQ, x, x, TERM_NONE), term_not(term_fp(OP_FP_IS_NAN, x, TERM_NONE, TERM_NONE)));
    assert_term(term_fp(OP_FP_ADD, x, y, TERM_NONE), term_fp(OP_FP_ADD, y, x, TERM_NONE));
    assert_term(term_eq(x, x), term_true());
    term plus = term_float_bits(d, value_of(0)), minus = term_float_bits(d, value_of((uint64_t)1 << 63));
    assert_term(term_eq(plus, minus), term_false());
    assert_term(term_fp(OP_FP_EQ, plus, minus, TERM_NONE), term_true());
    assert_text(term_fp(OP_FP_MUL, x, y, TERM_NONE), "(fp.mul RNE x y)");
    assert_text(term_fp_convert(OP_FP_TO_SBV, x, sort_bv(32)), "((_ fp.to_sbv 32) RTZ x)");
    assert_text(term_fp_convert(OP_FP_FROM_FP, x, sort_float(8, 24)), "((_ to_fp 8 24) RNE x)");
    assert_int_equal(sort_width(sort_float(15, 64)), 79);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_double), TEST(test_float), TEST(test_conversions),
                                       TEST(test_x87), TEST(test_identities)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
