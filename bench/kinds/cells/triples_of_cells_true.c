// expect: TRUE
#include "../kinds.h"
int a[100000], b[100000], c[100000];
int main(void) {
    int N = __VERIFIER_nondet_int();
    assume(N > 0 && N < 100000);
    int i;

    assume(3 * N < 100000);
    for (i = 0; i < N; i++) {
        a[3 * i] = 4;
        a[3 * i + 1] = 4;
        a[3 * i + 2] = 4;
    }
    for (i = 0; i < 3 * N; i++) check(a[i] >= 4);
    return 0;
}
