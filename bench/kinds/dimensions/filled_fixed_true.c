// expect: TRUE
#include "../kinds.h"
int main(void) {
    enum { m = 1000, n = 700 };
    int i, j;
    int A[m][n];
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) A[i][j] = 0;
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) check(A[i][j] == 0);
    return 0;
}
