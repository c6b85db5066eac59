// expect: TRUE
#include "../kinds.h"
int a[100000], b[100000], c[100000];
int main(void) {
    int N = __VERIFIER_nondet_int();
    assume(N > 0 && N < 100000);
    int i;

    for (i = 0; i < N; i++) b[N - 1 - i] = i;
    for (i = 0; i < N; i++) check(b[i] == N - 1 - i);
    return 0;
}
