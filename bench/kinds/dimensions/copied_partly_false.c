// expect: FALSE
#include "../kinds.h"
int main(void) {
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(), i, j;
    assume(m > 0 && m < 10000 && n > 0 && n < 10000);
    int A[m][n], B[m][n], k = __VERIFIER_nondet_int();
    assume(k > 0 && k < m);
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) {
            A[i][j] = 1;
            B[i][j] = 0;
        }
    for (i = 0; i < k; i++)
        for (j = 0; j < n; j++) B[i][j] = A[i][j];
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) check(B[i][j] == A[i][j]);
    return 0;
}
