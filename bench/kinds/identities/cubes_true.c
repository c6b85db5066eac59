// expect: TRUE
/* Cubes by differences. */
#include "../kinds.h"
int main(void) {
    short a = __VERIFIER_nondet_short();
    long long n = 0, x = 0, y = 1, z = 6;
    while (1) {
        check(z == 6 * n + 6);
        check(y == 3 * n * n + 3 * n + 1);
        check(x == n * n * n);
        check(y * z - 18 * x - 12 * y + 2 * z - 6 == 0);
        check(z * z - 12 * y - 6 * z + 12 == 0);
        if (!(n <= a)) break;
        n = n + 1;
        x = x + y;
        y = y + z;
        z = z + 6;
    }
    check(6 * a * x - x * z + 12 * x == 6 * a * x - x * z + 12 * x);
    check(x == n * n * n);
    return 0;
}
