// expect: TRUE
#include "../kinds.h"
int a[100000], b[100000], c[100000];
int main(void) {
    int N = __VERIFIER_nondet_int();
    assume(N > 0 && N < 100000);
    int i;

    for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
    for (i = 0; i < N; i++) b[N - 1 - i] = a[i];
    for (i = 0; i < N; i++) check(a[i] == b[N - 1 - i]);
    return 0;
}
