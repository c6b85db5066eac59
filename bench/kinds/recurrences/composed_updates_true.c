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
    int *c = malloc(sizeof(int) * N);

    for (i = 0; i < N; i++) {
        a[i] = 1;
        b[i] = 2;
        c[i] = 0;
    }
    for (i = 0; i < N; i++) c[i] = a[i] + b[i];
    for (i = 0; i < N; i++) c[i] = c[i] * c[i];
    for (i = 0; i < N; i++) check(c[i] == 9);
    return 0;
}
