// expect: TRUE
/* Division by counting, in unit steps. */
#include "../kinds.h"
int main(void) {
    int x1 = __VERIFIER_nondet_int(), x2 = __VERIFIER_nondet_int();
    assume(x1 >= 0);
    assume(x2 != 0);
    long long y1 = 0, y2 = 0, y3 = x1;
    while (1) {
        check(y1 * x2 + y2 + y3 == x1);
        if (!(y3 != 0)) break;
        if (y2 + 1 == x2) {
            y1 = y1 + 1;
            y2 = 0;
            y3 = y3 - 1;
        } else {
            y2 = y2 + 1;
            y3 = y3 - 1;
        }
    }
    check(y1 * x2 + y2 == x1);
    return 0;
}
