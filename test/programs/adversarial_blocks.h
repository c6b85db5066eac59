/* TESTS(T): see adversarial.h. */
#include "adversarial.h"

static long long test_memset_unk(void) {
    char b[12];
    int n = in(0);
    memset(b, 1, 12);
    memset(b + 2, 0x41, n);
    int r = 0;
    for (int i = 0; i < 12; i++) r = r * 2 + b[i];
    return r;
}
static long long test_memcpy_unk(void) {
    int a[4] = {1, 2, 3, 4}, b[4] = {9, 9, 9, 9};
    memcpy(b, a, in(1) * 4);
    memmove(a + 1, a, in(1) * 4);
    return b[0] * 1000 + b[1] * 100 + b[2] * 10 + a[2] * 7 + a[3];
}
static long long test_memcmp_sign(void) {
    char a[4] = {1, 2, (char)200, 4}, b[4] = {1, 2, 100, 4};
    return (memcmp(a, b, in(1) + 2) > 0) + 10 * (memcmp(a, b, 2) == 0) + 100 * (strcmp("abc", "abd") < 0) +
           1000 * (strncmp("abc", "abd", in(1)) == 0);
}
static long long test_vla(void) {
    int n = in(0);
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i * i;
    int m[2][n];
    m[1][2] = a[3];
    return a[n - 1] + m[1][2] + sizeof(a) / sizeof(a[0]);
}
static long long test_vla_loop(void) {
    int r = 0;
    for (int k = 1; k < 4; k++) {
        char b[k * in(1)];
        b[k] = k;
        b[0] = 5;
        r = r * 10 + b[k] + sizeof b;
    }
    return r;
}
static long long test_calloc_z(void) {
    int *p = calloc(in(0), 4);
    p[2] = 7;
    int r = 0;
    for (int i = 0; i < 5; i++) r = r * 10 + p[i];
    return r;
}
static long long test_realloc_keep(void) {
    int *p = malloc(2 * sizeof(int));
    p[0] = 1;
    p[1] = in(0);
    p = realloc(p, 4 * sizeof(int));
    p[2] = 3;
    p[3] = 4;
    return p[0] * 1000 + p[1] * 100 + p[2] * 10 + p[3];
}
struct F_flex {
    int n;
    int d[];
};
static long long test_flex(void) {
    struct F_flex *p = malloc(sizeof(*p) + 4 * sizeof(int));
    p->n = 4;
    for (int i = 0; i < 4; i++) p->d[i] = i * in(0);
    int r = 0;
    for (int i = 0; i < p->n; i++) r += p->d[i];
    return r;
}
static long long test_strfun(void) {
    char b[20];
    strcpy(b, "ab");
    strcat(b, "cd");
    b[in(1)] = 'X';
    char *p = strchr(b, 'X');
    return strlen(b) * 100 + (p - b) * 10 + (strrchr(b, 'q') == 0) + strncmp(b, "abX", 3) * 1000;
}
static long long test_atoi_(void) {
    char b[4] = "-12";
    b[2] = '0' + in(0);
    return atoi(b) * 10;
}
static long long test_isdigit_(void) {
    return !!isdigit('0' + in(0)) * 10 + !!isalpha('z') * 100 + toupper('a' + in(1)) + !!isspace(' ');
}
static long long test_ptr_walk(void) {
    char s[] = "hello world";
    char *p = s + in(0);
    int n = 0;
    while (*p) {
        n = n * 3 + *p;
        p++;
    }
    return n;
}
#define TESTS(T) \
    T(memset_unk, 67583LL) \
    T(memcpy_unk, 1308LL) \
    T(memcmp_sign, 1111LL) \
    T(vla, 30LL) \
    T(vla_loop, 369LL) \
    T(calloc_z, 700LL) \
    T(realloc_keep, 1534LL) \
    T(flex, 30LL) \
    T(strfun, 421LL) \
    T(atoi_, -150LL) \
    T(isdigit_, 178LL) \
    T(ptr_walk, 21862LL)
