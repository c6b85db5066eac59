// expect: TRUE
#include "../kinds.h"
int main(void) {
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(), i, j;
    assume(m > 0 && m < 10000 && n > 0 && n < 10000);
    int A[m][n], B[m][n], k = __VERIFIER_nondet_int(), l = __VERIFIER_nondet_int();
    assume(k > 0 && k <= m && l > 0 && l <= n);
    for (i = 0; i < k; i++)
        for (j = 0; j < l; j++) B[i][j] = A[i][j];
    for (i = 0; i < k; i++)
        for (j = 0; j < l; j++) check(B[i][j] == A[i][j]);
    return 0;
}
