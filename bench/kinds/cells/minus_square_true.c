// expect: TRUE
#include "../kinds.h"
int a[100000], b[100000], c[100000];
int main(void) {
    int N = __VERIFIER_nondet_int();
    assume(N > 0 && N < 100000);
    int i;

    assume(N < 1000);
    for (i = 0; i < N; i++) a[i] = (i - 1) * (i + 1);
    for (i = 0; i < N; i++) a[i] = a[i] - i * i;
    for (i = 0; i < N; i++) check(a[i] == -1);
    return 0;
}
