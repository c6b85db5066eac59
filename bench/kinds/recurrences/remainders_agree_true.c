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
        if (i % 3 == 0) a[i] = i;
        else a[i] = 3 * i;
    }
    for (i = 0; i < N; i++) b[i] = a[i] % 3;
    for (i = 0; i < N; i++) check(b[i] == 0);
    return 0;
}
