// expect: TRUE
#include "../kinds.h"
int a[100000], b[100000], c[100000];
int main(void) {
    int N = __VERIFIER_nondet_int();
    assume(N > 0 && N < 100000);
    int i;

    int least = 0;
    for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
    for (i = 0; i < N; i++)
        if (a[i] < least) least = a[i];
    for (i = 0; i < N; i++) b[i] = a[i] - least;
    for (i = 0; i < N; i++) check(a[i] >= least && b[i] + least == a[i]);
    return 0;
}
