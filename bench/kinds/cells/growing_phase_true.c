// expect: TRUE
#include "../kinds.h"
int a[100000], b[100000], c[100000];
int main(void) {
    int N = __VERIFIER_nondet_int();
    assume(N > 0 && N < 100000);
    int i;

    for (i = 0; i < N; i++) a[i] = 1;
    i = 0;
    while (i < N) {
        a[i] = 2;
        check(a[0] == 2);
        check(i + 1 >= N || a[N - 1] == 1);
        i++;
    }
    for (i = 0; i < N; i++) check(a[i] == 2);
    return 0;
}
