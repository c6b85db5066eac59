// expect: TRUE
#include "../kinds.h"
int a[100000], b[100000], c[100000];
int main(void) {
    int N = __VERIFIER_nondet_int();
    assume(N > 0 && N < 100000);
    int i;

    int j = N - 1;
    for (i = 0; i <= j; i++, j--) {
        a[i] = 3;
        a[j] = 3;
    }
    for (i = 0; i < N; i++) check(a[i] == 3);
    return 0;
}
