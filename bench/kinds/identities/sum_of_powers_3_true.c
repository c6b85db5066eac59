// expect: TRUE
/* The sum of y^2 for y = 1 .. k. */
#include "../kinds.h"
int main(void) {
    short k = __VERIFIER_nondet_short();
    long long y = 0, x = 0, c = 0;
    while (1) {
        check(6 * x - 2 * y * y * y - 3 * y * y - y == 0);
        if (!(c < k)) break;
        c = c + 1;
        y = y + 1;
        x = y * y + x;
    }
    check(6 * x - 2 * y * y * y - 3 * y * y - y == 0);
    return 0;
}
