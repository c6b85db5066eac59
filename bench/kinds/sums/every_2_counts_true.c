// expect: TRUE
#include "../kinds.h"
extern void *malloc(unsigned long);
int main(void) {
    int N = __VERIFIER_nondet_int();
    if (N <= 0) return 1;
    assume(N <= 2147483647 / (int)sizeof(int));
    int i;
    long long *a = malloc(sizeof(long long) * N);
    long long sum[1];

    for (i = 0; i < N; i++) {
        if (i % 2 == 0) a[i] = 2;
        else a[i] = 0;
    }
    for (i = 0; i < N; i++) {
        if (i == 0) sum[0] = 0;
        else sum[0] = sum[0] + a[i];
    }
    check(sum[0] <= 2 * (long long)N);
    return 0;
}
