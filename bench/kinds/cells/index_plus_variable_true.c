// expect: TRUE
#include "../kinds.h"
int a[100000], b[100000], c[100000];
int main(void) {
    int N = __VERIFIER_nondet_int();
    assume(N > 0 && N < 100000);
    int i;

    int x = __VERIFIER_nondet_int();
    assume(x > -1000 && x < 1000);
    for (i = 0; i < N; i++) {
        a[i] = x + i;
        x = x + 1;
    }
    for (i = 1; i < N; i++) check(a[i] == a[i - 1] + 2);
    return 0;
}
