// expect: FALSE
#include "../kinds.h"
int main(void) {
    int a = __VERIFIER_nondet_int();
    int n = 0, x = 0, y = 1, z = 6;
    while (n <= a) {
        check(x == n * n * n);
        check(y == 3 * n * n + 3 * n + 1 + (n > 20));
        n = n + 1;
        x = x + y;
        y = y + z;
        z = z + 6;
    }
    return 0;
}
