// expect: TRUE
#include "../kinds.h"
int main(void) {
    enum { m = 100, n = 70 };
    int i, j;
    int A[m][n], B[m][n];
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) B[i][j] = __VERIFIER_nondet_int();
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) A[i][j] = B[m - i - 1][n - j - 1];
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) check(A[i][j] == B[m - i - 1][n - j - 1]);
    return 0;
}
