/* TESTS(T): see adversarial.h. */
#include "adversarial.h"

static long long test_wrap(void) {
    int x = in(3);
    return (x + 1) * 2LL + (x * 3) + (-x - 2);
}
static long long test_wrap_short(void) {
    short x = in(3);
    unsigned short y = x;
    x++;
    y = y + 65530;
    return x * 100000LL + y;
}
static long long test_promote_char(void) {
    char c = in(4);
    unsigned char u = c;
    return (c >> 1) * 1000 + (u >> 1) + (c == u) * 7 + (~u);
}
static long long test_promote_u16_mul(void) {
    unsigned short a = in(5);
    return (a * a) >> 3;
}
static long long test_mixed_cmp(void) {
    int a = -1;
    unsigned b = in(0);
    long c = -1;
    return (a < b) + 10 * (c < b) + 100 * (a == (int)0xffffffffu);
}
static long long test_shift_neg(void) {
    int x = -in(0) * 1000;
    return (x >> 3) + ((long long)x << 5) + ((unsigned)x >> 29);
}
static long long test_shift_var(void) {
    unsigned long long x = 1;
    x <<= in(6);
    return (long long)(x >> 3) + (1 << in(1));
}
static long long test_longlong(void) {
    long long a = (long long)in(3) * in(3), b = a / 7, c = a % 10007, d = (unsigned long long)a >> 33;
    return b ^ c ^ (d << 3) ^ (a << 1);
}
static long long test_udivll(void) {
    unsigned long long a = -1ULL - in(0);
    return (long long)(a / 3 + a % 1000 + (unsigned)(a >> 32) / 5);
}
static long long test_div_neg(void) {
    int a = -in(0) * 3;
    return a / 4 * 1000 + a % 4 * 100 + (a / -2) * 10 + (unsigned)a % 7;
}
static long long test_cond_div(void) {
    int a = in(8);
    int r = 5;
    if (a != 0) r = 10 / a;
    return r;
}
static long long test_bool_(void) {
    _Bool b = in(0);
    b += 3;
    int x = b;
    b = in(8);
    return x * 10 + b + !b * 100;
}
static long long test_char_lit(void) { return '\xff' + 'a' * in(1); }
static long long test_cmp_chain(void) {
    unsigned a = in(0);
    int b = -3;
    return (b + a > 0) + 10 * ((int)a + b > 0) + 100 * (a > b) + 1000 * ((short)-1 < (unsigned short)1) +
           ((unsigned char)200 + (unsigned char)100 > 255) * 10000;
}
static long long test_u8_loop(void) {
    unsigned char i;
    int n = 0;
    for (i = 250; i >= 250; i++) n += in(1);
    return n * 10 + i;
}
static long long test_overflow_b(void) {
    int r;
    int o = __builtin_add_overflow(in(3), in(0), &r);
    unsigned char c;
    int p = __builtin_mul_overflow(in(0), 100, &c);
    return o * 1000 + (r < 0) * 100 + p * 10 + (c == 244);
}
static long long test_clz(void) {
    unsigned x = in(0) * 4096;
    return __builtin_clz(x) * 10000 + __builtin_ctz(x) * 100 + __builtin_popcount(x * 3) +
           __builtin_bswap32(x) % 10;
}
static long long test_abs_(void) { return abs(-in(0)) * 10 + labs(-3L) + abs(in(3)) / 1000; }
static long long test_long_shift32(void) {
    long x = in(0);
    x <<= 20;
    x *= x;
    return x >> 4;
}
static long long test_bitfield_signed(void) {
    struct {
        int a : 3;
        unsigned b : 5;
        int c : 9;
        long long d : 40;
    } s;
    s.a = in(0);
    s.b = in(1);
    s.c = in(2) * 77;
    s.d = (long long)in(0) * -123456789;
    return s.a * 1000000LL + s.b * 1000 + s.c + s.d;
}
static long long test_bitfield_overflow(void) {
    struct {
        unsigned a : 3;
        signed char b : 4;
        _Bool c : 1;
    } s;
    s.a = in(1) + 9;
    s.b = in(1) + 7;
    s.c = in(1) * 2;
    return s.a * 100 + s.b * 10 + s.c;
}
static long long test_bitfield_incr(void) {
    struct {
        unsigned a : 2;
        int b : 2;
    } s = {3, 1};
    s.a++;
    s.b++;
    return s.a * 10 + s.b + in(0) * 0;
}
static long long test_ternary_side(void) {
    int x = in(0), y = in(1);
    int r = x++ > 4 ? y++ : --y;
    return r * 100 + x * 10 + y;
}
static long long test_comma_logic(void) {
    int x = in(0), y = 0;
    int r = (x > 9 && (y = 1)) || (x == 5 && (y = 2, 1));
    return r * 10 + y;
}
static long long test_switch_fall(void) {
    int r = 0;
    switch (in(1)) {
    case 1:
        r += 1;
    case 2:
        r += 2;
    case 3:
        r += 4;
        break;
    case 4:
        r = 50;
    default:
        r += 8;
    }
    switch (in(0)) {
    case 1 ... 4:
        r *= 10;
        break;
    case 5 ... 9:
        r *= 100;
    }
    return r;
}
static long long test_switch_neg(void) {
    long long x = -in(1);
    switch ((int)x) {
    case -2:
        return 5;
    case 0x7fffffff:
        return 6;
    }
    return 7;
}
static long long test_enum_sw(void) {
    enum E { A = -1, B = 5, C };
    enum E e = in(0) == 5 ? B : A;
    return (e == C - 1) * 10 + (int)sizeof(e) + C;
}
static long long test_sizeof_(void) {
    int a[7];
    return sizeof(a) * in(1) + sizeof(long) + sizeof(long double) * 0 + _Alignof(double) * 0;
}
static long long test_stmt_expr(void) {
    int x = ({
        int t = in(0);
        t * 2;
    });
    __typeof__(x) y = x + 1;
    return y * 10 + __builtin_types_compatible_p(int, __typeof__(y));
}
static int g_args_char(char c, short s, unsigned char u) { return c * 1000 + s * 10 + u; }
static long long test_args_char(void) { return g_args_char((char)in(4), (short)in(3), in(0)); }
#define TESTS(T) \
    T(wrap, -4LL) \
    T(wrap_short, 65529LL) \
    T(promote_char, -28101LL) \
    T(promote_u16_mul, -16384LL) \
    T(mixed_cmp, (sizeof(long) == 8 ? 110LL : 100LL)) \
    T(shift_neg, -160618LL) \
    T(shift_var, 4294967300LL) \
    T(longlong, 8564559753416537132LL) \
    T(udivll, 6148914692095511272LL) \
    T(div_neg, 4294964069LL) \
    T(cond_div, 5LL) \
    T(bool_, 110LL) \
    T(char_lit, 193LL) \
    T(cmp_chain, 11011LL) \
    T(u8_loop, 120LL) \
    T(overflow_b, 1111LL) \
    T(clz, 171204LL) \
    T(abs_, 2147536LL) \
    T(long_shift32, (sizeof(long) == 8 ? 1717986918400LL : 0LL)) \
    T(bitfield_signed, -620281714LL) \
    T(bitfield_overflow, 231LL) \
    T(bitfield_incr, -2LL) \
    T(ternary_side, 263LL) \
    T(comma_logic, 12LL) \
    T(switch_fall, 600LL) \
    T(switch_neg, 5LL) \
    T(enum_sw, 20LL) \
    T(sizeof_, (sizeof(long) == 8 ? 64LL : 60LL)) \
    T(stmt_expr, 111LL) \
    T(args_char, -56005LL)
