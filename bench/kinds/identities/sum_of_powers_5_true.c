// expect: TRUE
#include "../kinds.h"
int main(void) {
    short k = __VERIFIER_nondet_short();
    assume(k >= 0 && k <= 30);
    int y = 0, x = 0, c = 0;
    while (1) {
        check(6 * y * y * y * y * y + 15 * y * y * y * y + 10 * y * y * y - 30 * x - y == 0);
        if (!(c < k)) break;
        c = c + 1;
        y = y + 1;
        x = y * y * y * y + x;
    }
    check(k * y == y * y);
    return 0;
}
