#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
int main(void) {
    int row = __VERIFIER_nondet_int(), column = __VERIFIER_nondet_int();
    if (row < 0 || row >= 2 || column < 0 || column >= 3) return 0;
    m[row][column] = -1;
    assert(m[1][2] > 0);
    return 0;
}
