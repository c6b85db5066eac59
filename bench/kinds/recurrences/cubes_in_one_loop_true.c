// expect: TRUE
#include "../kinds.h"
extern void *malloc(unsigned long);
int main(void) {
    int N = __VERIFIER_nondet_int();
    if (N <= 0) return 1;
    assume(N <= 2147483647 / (int)sizeof(int));
    int i;
    long long *a = malloc(sizeof(long long) * N);
    long long *b = malloc(sizeof(long long) * N);
    long long *c = malloc(sizeof(long long) * N);

    a[0] = 6;
    b[0] = 7;
    c[0] = 1;
    for (i = 1; i < N; i++) {
        a[i] = a[i - 1] + 6;
        b[i] = b[i - 1] + a[i];
        c[i] = c[i - 1] + b[i - 1];
    }
    for (i = 0; i < N; i++) check(a[i] == 6 * ((long long)i + 1));
    return 0;
}
