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

    for (i = 0; i < N; i++) a[i] = 0;
    for (i = 0; i < N; i++) {
        if (N % 2 == 0) a[i] = a[i] + 2;
        else a[i] = a[i] + 1;
    }
    for (i = 0; i < N; i++) b[i] = a[i];
    for (i = 0; i < N; i++) {
        if (N % 2 == 0) check(b[i] % 2 == 0);
        else check(b[i] % 2 != 0);
    }
    return 0;
}
