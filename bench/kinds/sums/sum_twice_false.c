// expect: FALSE
#include "../kinds.h"
extern void *malloc(unsigned long);
int main(void) {
    int N = __VERIFIER_nondet_int();
    if (N <= 0) return 1;
    assume(N <= 2147483647 / (int)sizeof(int));
    int i;
    long long *a = malloc(sizeof(long long) * N);
    long long sum[1];

    sum[0] = 0;
    for (i = 0; i < N; i++) a[i] = 1;
    for (i = 0; i < N; i++) sum[0] = sum[0] + a[i];
    for (i = 0; i < N; i++) a[i] = a[i] + sum[0];
    for (i = 0; i < N; i++) sum[0] = sum[0] + a[i];
    check(sum[0] == (long long)N * (N + 1LL));
    return 0;
}
