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
    long long sum[1];

    sum[0] = 5;
    for (i = 0; i < N; i++) a[i] = 5 - 3;
    for (i = 0; i < N; i++) b[i] = a[i] - 1;
    for (i = 0; i < N; i++) {
        if (b[i] >= 2) sum[0] = sum[0] + a[i];
        else sum[0] = sum[0] * b[i];
    }
    check(sum[0] == 5);
    return 0;
}
