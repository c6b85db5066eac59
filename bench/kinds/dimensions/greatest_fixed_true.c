// expect: TRUE
#include "../kinds.h"
int main(void) {
    enum { m = 1000, n = 700 };
    int i, j;
    int A[m][n], most = 0;
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) A[i][j] = __VERIFIER_nondet_int();
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++)
            if (A[i][j] > most) most = A[i][j];
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) check(A[i][j] <= most);
    return 0;
}
