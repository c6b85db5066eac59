// expect: FALSE
#include "../kinds.h"
int a[100000], b[100000], c[100000];
int main(void) {
    int N = __VERIFIER_nondet_int();
    assume(N > 0 && N < 100000);
    int i;

    int k = __VERIFIER_nondet_int();
    assume(k >= 0 && k <= N);
    for (i = 0; i < N; i++) a[i] = 1;
    for (i = 0; i < k; i++) a[i] = 2;
    for (i = 0; i < N; i++) check(i <= k ? a[i] == 2 : a[i] == 1);
    return 0;
}
