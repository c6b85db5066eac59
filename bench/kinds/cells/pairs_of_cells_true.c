// expect: TRUE
#include "../kinds.h"
int a[100000], b[100000], c[100000];
int main(void) {
    int N = __VERIFIER_nondet_int();
    assume(N > 0 && N < 100000);
    int i;

    assume(2 * N < 100000);
    for (i = 0; i < N; i++) {
        a[2 * i] = 0;
        a[2 * i + 1] = 0;
    }
    for (i = 0; i < 2 * N; i++) check(a[i] == 0);
    return 0;
}
