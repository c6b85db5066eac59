/* TESTS(T): see adversarial.h. */
#include "adversarial.h"

static long long test_union_int_bytes(void) {
    union {
        unsigned x;
        unsigned char c[4];
    } u;
    u.x = in(0);
    u.c[1] = 0x7f;
    return u.x;
}
static long long test_union_struct(void) {
    union {
        struct {
            short a;
            short b;
        } s;
        int i;
    } u;
    u.i = in(0) * 65537;
    u.s.b--;
    return u.i + u.s.a;
}
static long long test_struct_copy(void) {
    struct S {
        int a;
        char b[7];
        struct {
            short c;
            long d;
        } e;
    } x = {in(0), "hello", {3, 4}}, y = x;
    y.b[in(1)] = 'z';
    struct S z;
    z = y;
    z.e.d += x.b[2];
    return z.e.d * 100 + z.b[2] + y.b[3] + z.a;
}
struct P_struct_ret {
    int x, y;
    char z[3];
};
struct P_struct_ret mk(int a, int b) {
    struct P_struct_ret p = {a, b, {1, 2, 3}};
    p.z[1] += a;
    return p;
}
static long long test_struct_ret(void) {
    struct P_struct_ret p = mk(in(0), in(1));
    struct P_struct_ret q = mk(p.y, p.x);
    return q.x * 100 + q.y + p.z[1];
}
static long long test_nested_array(void) {
    int m[3][4][2];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 2; k++) m[i][j][k] = i * 100 + j * 10 + k;
    return m[in(1)][in(0) - 4][1] + m[2][3][in(2) - 2];
}
static long long test_array_neighbour(void) {
    struct {
        int a[4];
        int b;
    } s = {{1, 2, 3, 4}, 5};
    int *p = s.a;
    p[in(7)] = 9;
    return s.b;
}
struct A_struct_byval {
    int v[4];
};
static int h_struct_byval(struct A_struct_byval a, int i) {
    a.v[i] = 9;
    a.v[2] += a.v[0];
    return a.v[2];
}
static long long test_struct_byval(void) {
    struct A_struct_byval a = {{1, 2, 3, 4}};
    int r = h_struct_byval(a, in(1));
    return r * 100 + a.v[2];
}
static long long test_compound_lit(void) {
    struct P {
        int x, y;
    };
    struct P *p = &(struct P){in(0), 2};
    int *q = (int[]){1, 2, in(1)};
    p->y += q[2];
    return p->x * 10 + p->y;
}
static long long test_packed(void) {
    struct __attribute__((packed)) Q {
        char a;
        int b;
        short c;
    } q = {1, in(0) * 1000, 3};
    char *p = (char *)&q;
    return sizeof q * 100000 + p[2] * 1000 + q.b + q.c;
}
static long long test_anon(void) {
    struct {
        int a;
        union {
            int b;
            struct {
                short lo, hi;
            };
        };
    } s = {1, {in(0) * 65536 + 3}};
    return s.hi * 10 + s.lo;
}
static long long test_init_desig(void) {
    int a[10] = {[2] = in(0), [7] = 3, 4};
    struct {
        int x, y, z;
    } s = {.z = 1, .x = 2};
    return a[2] * 1000 + a[8] * 100 + a[0] * 10 + s.y + s.x + s.z;
}
static long long test_ll_in_struct(void) {
    struct {
        char c;
        long long l;
        int i;
    } s = {1, in(3), 3};
    char *p = (char *)&s;
    long long t;
    memcpy(&t, &s.l, sizeof t);
    t += s.i;
    return t * 2;
}
static long long test_uninit_struct_pad(void) {
    struct {
        char a;
        int b;
    } s = {1, 2}, t;
    memset(&t, 0, sizeof t);
    t = s;
    t.a += in(0);
    return t.a * 10 + t.b;
}
struct Q_queue {
    int b[4];
    int h, t;
};
static long long test_queue(void) {
    struct Q_queue q = {{0}, 0, 0};
    for (int i = 0; i < 6; i++) {
        q.b[q.t] = i * in(1);
        q.t = (q.t + 1) % 4;
        if (i > 2) q.h = (q.h + 1) % 4;
    }
    return q.b[q.h] * 100 + q.b[(q.h + 1) % 4] * 10 + q.t;
}
static int g1_global_init[4] = {1, 2, 3, 4};
static int *g2_global_init = &g1_global_init[3];
static struct {
    int *p;
    int q;
} g3 = {g1_global_init + 1, 5};
static int *g4_global_init = g1_global_init + 2;
static long long test_global_init(void) {
    return g1_global_init[in(1)] + *g2_global_init + g3.p[1] + (g4_global_init == &g1_global_init[2]);
}
static long long test_const_tab(void) {
    static const unsigned char t[] = {3, 1, 4, 1, 5, 9, 2, 6};
    int r = 0;
    for (int i = 0; i < 3; i++) r = r * 10 + t[(in(0) + i) % 8];
    return r;
}
#define TESTS(T) \
    T(union_int_bytes, 32517LL) \
    T(union_struct, 262154LL) \
    T(struct_copy, 11435LL) \
    T(struct_ret, 212LL) \
    T(nested_array, 442LL) \
    T(array_neighbour, 9LL) \
    T(struct_byval, 1003LL) \
    T(compound_lit, 54LL) \
    T(packed, 724003LL) \
    T(anon, 53LL) \
    T(init_desig, 5403LL) \
    T(ll_in_struct, 4294967300LL) \
    T(uninit_struct_pad, 62LL) \
    T(queue, 682LL) \
    T(global_init, 11LL) \
    T(const_tab, 926LL)
