// expect: TRUE
#include "../kinds.h"
extern void *malloc(unsigned long);
int main(void) {
    int N = __VERIFIER_nondet_int();
    if (N <= 0) return 1;
    assume(N <= 2147483647 / (int)sizeof(int));
    int i;
    int *a = malloc(sizeof(int) * N);
    int *b = malloc(sizeof(int) * N);

    for (i = 0; i < N; i++) {
        a[i] = N;
        b[i] = 1;
    }
    for (i = 0; i < N; i++) a[i] = a[i] + i;
    for (i = 0; i < N; i++) b[i] = b[i] + a[i];
    for (i = 0; i < N; i++) check(b[i] == N + i + 1);
    return 0;
}
