// expect: TRUE
#include "../kinds.h"
int a[100000], b[100000], c[100000];
int main(void) {
    int N = __VERIFIER_nondet_int();
    assume(N > 0 && N < 100000);
    int i;

    for (i = 0; i < N; i++) {
        a[i] = i;
        b[i] = N - i;
    }
    for (i = 0; i < N; i++) c[i] = a[i] + b[i];
    for (i = 0; i < N; i++) check(c[i] == N);
    return 0;
}
