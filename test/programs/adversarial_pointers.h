/* TESTS(T): see adversarial.h. */
#include "adversarial.h"

static long long test_ptr_cast_char(void) {
    int a[3] = {1, 2, in(0)};
    char *p = (char *)a;
    p[5] = 9;
    p[8] ^= 0x55;
    return a[0] + a[1] * 10 + a[2] * 1000LL;
}
static long long test_ptr_cast_short_unaligned(void) {
    int a[3] = {in(0), 0x01020304, 77};
    short *p = (short *)((char *)a + 3);
    return *p + ((unsigned char *)a)[in(1)];
}
static long long test_row_overflow(void) {
    int m[3][3];
    for (int i = 0; i < 9; i++) (&m[0][0])[i] = i;
    return (&m[0][0])[in(0)] + m[1][in(1)];
}
static long long test_ptr_cmp(void) {
    int a[10];
    int *p = a + in(0), *q = a + in(1);
    return (p < q) + 10 * (p > q) + 100 * (p - q) + 1000 * (&a[3] == a + 3) + (p != q);
}
static long long test_ptr_ptr(void) {
    int a = 1, b = 2;
    int *p = &a;
    int **q = &p;
    if (in(0) == 5) *q = &b;
    **q += 10;
    return a * 100 + b;
}
static long long test_ptr_arr_sel(void) {
    int a[2] = {1, 2}, b[2] = {3, 4};
    int *p = in(1) > 1 ? a : b;
    p[1] = 9;
    return a[0] * 1000 + a[1] * 100 + b[0] * 10 + b[1];
}
static long long test_ptr_arith_neg(void) {
    int a[5] = {1, 2, 3, 4, 5};
    int *p = a + 4;
    p -= in(1);
    return p[-1] * 10 + *(p + 1);
}
static long long test_int_ptr(void) {
    int a[3] = {1, 2, 3};
    unsigned long x = (unsigned long)a;
    x += 4 * in(1);
    return *(int *)x;
}
static long long test_ptr_bytes(void) {
    int a = 3, b = 4;
    int *p = &a, *q = &b;
    char *x = (char *)&p, *y = (char *)&q;
    for (unsigned i = 0; i < sizeof p; i++) x[i] = y[i];
    return *p + in(0);
}
struct W_cont_of {
    int a, b, c;
};
static long long test_cont_of(void) {
    struct W_cont_of w = {.a = 1, .b = in(0), .c = 3};
    int *p = &w.b;
    struct W_cont_of *q = (struct W_cont_of *)((char *)p - __builtin_offsetof(struct W_cont_of, b));
    return q->a * 100 + q->c * 10 + q->b;
}
static long long test_alias_write(void) {
    int x = 1;
    int *p = &x;
    float *q;
    unsigned char *c = (unsigned char *)&x;
    c[0] = in(0);
    c[3] = 1;
    return *p;
}
static long long test_ptr_null(void) {
    int *p = in(8) ? (int *)1 : 0;
    return p == 0 ? 5 : 6;
}
struct D_dlist {
    struct D_dlist *n, *p;
    int v;
};
static long long test_dlist(void) {
    struct D_dlist a, b, c;
    a.n = &b;
    b.n = &c;
    c.n = &a;
    a.p = &c;
    c.p = &b;
    b.p = &a;
    a.v = 1;
    b.v = 2;
    c.v = in(0);
    b.p->n = b.n;
    b.n->p = b.p;
    return a.n->v * 10 + c.p->v;
}
struct N_list {
    int v;
    struct N_list *next;
};
static long long test_list(void) {
    struct N_list *h = 0;
    for (int i = 0; i < 4; i++) {
        struct N_list *n = malloc(sizeof *n);
        n->v = i * in(1);
        n->next = h;
        h = n;
    }
    int r = 0;
    for (struct N_list *p = h; p; p = p->next) r = r * 10 + p->v;
    return r;
}
struct N_list_rev {
    int v;
    struct N_list_rev *next;
};
static long long test_list_rev(void) {
    struct N_list_rev *h = 0;
    for (int i = 0; i < 4; i++) {
        struct N_list_rev *n = malloc(sizeof *n);
        n->v = i + in(1);
        n->next = h;
        h = n;
    }
    struct N_list_rev *r = 0;
    while (h) {
        struct N_list_rev *t = h->next;
        h->next = r;
        r = h;
        h = t;
    }
    int x = 0;
    for (; r; r = r->next) x = x * 10 + r->v;
    return x;
}
static int add_fptr_table(int a, int b) { return a + b; }
static int sub_fptr_table(int a, int b) { return a - b; }
static int mul_fptr_table(int a, int b) { return a * b; }
static int (*const tab_fptr_table[3])(int, int) = {add_fptr_table, sub_fptr_table, mul_fptr_table};
static long long test_fptr_table(void) {
    int r = 0;
    for (int i = 0; i < 3; i++) r = r * 7 + tab_fptr_table[(i + in(1)) % 3](i, in(0));
    return r;
}
struct ops_fptr_struct {
    int (*f)(int);
    int (*n)(int);
};
static int inc_fptr_struct(int x) { return x + 1; }
static int dbl_fptr_struct(int x) { return x * 2; }
static long long test_fptr_struct(void) {
    struct ops_fptr_struct o = {.f = inc_fptr_struct, .n = dbl_fptr_struct};
    struct ops_fptr_struct *p = &o;
    int x = p->f(in(0));
    o.f = p->n;
    return p->f(x);
}
static int f_static_local(void) {
    static int n_static_local = 10;
    static int *p_static_local = &n_static_local;
    *p_static_local += 2;
    return n_static_local++;
}
static long long test_static_local(void) {
    f_static_local();
    f_static_local();
    return f_static_local() + in(0);
}
static void acc_recursion_ptr(int n, int *p) {
    int loc = n;
    if (n == 0) return;
    acc_recursion_ptr(n - 1, &loc);
    *p += loc * n;
}
static long long test_recursion_ptr(void) {
    int r = 0;
    acc_recursion_ptr(5, &r);
    return r + in(0);
}
static long long test_volatile_(void) {
    volatile int x = in(0);
    x += 2;
    volatile int *p = &x;
    (*p)++;
    return x * 3;
}
static long long test_string_lit(void) {
    const char *t[] = {"one", "two", "three"};
    return t[in(1)][in(1)] + sizeof("abc\0def") + "xyz"[in(1) - 1];
}
#define TESTS(T) \
    T(ptr_cast_char, 103061LL) \
    T(ptr_cast_short_unaligned, 1024LL) \
    T(row_overflow, 10LL) \
    T(ptr_cmp, 1311LL) \
    T(ptr_ptr, 112LL) \
    T(ptr_arr_sel, 1934LL) \
    T(ptr_arith_neg, 24LL) \
    T(int_ptr, 3LL) \
    T(ptr_bytes, 9LL) \
    T(cont_of, 135LL) \
    T(alias_write, 16777221LL) \
    T(ptr_null, 5LL) \
    T(dlist, 51LL) \
    T(list, 6420LL) \
    T(list_rev, 2345LL) \
    T(fptr_table, 39LL) \
    T(fptr_struct, 12LL) \
    T(static_local, 23LL) \
    T(recursion_ptr, 650LL) \
    T(volatile_, 24LL) \
    T(string_lit, 243LL)
