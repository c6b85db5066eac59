// expect: TRUE
#include "../kinds.h"
int main(void) {
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(), i, j;
    assume(m > 0 && m < 10000 && n > 0 && n < 10000);
    int A[m][n], most = 0;
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) {
            if (A[i][j] > most) most = A[i][j];
            check(A[i][j] <= most);
        }
    return 0;
}
