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

    for (i = 0; i < N; i++) {
        a[i] = (long long)i * i + 2;
    }
    b[0] = 0;
    for (i = 1; i < N; i++) b[i] = a[i] - a[i - 1];
    for (i = 1; i < N; i++) check(b[i] == 2 * (long long)i - 1);
    return 0;
}
