// expect: TRUE
#include "../kinds.h"
int main(void) {
    enum { m = 50, n = 60 };
    int i, j;
    int A[50][60][70], k;
    for (i = 0; i < 50; i++)
        for (j = 0; j < 60; j++)
            for (k = 0; k < 70; k++) A[i][j][k] = 9;
    for (i = 0; i < 50; i++)
        for (j = 0; j < 60; j++)
            for (k = 0; k < 70; k++) check(A[i][j][k] == 9);
    return 0;
}
