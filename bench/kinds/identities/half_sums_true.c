// expect: TRUE
/* The square root by halves: a must be even. */
#include "../kinds.h"
int main(void) {
    int a = __VERIFIER_nondet_int();
    assume(a >= 0 && a % 2 == 0);
    long long x = a / 2, r = 0;
    while (1) {
        check(r * r - a - r + 2 * x == 0);
        if (!(x > r)) break;
        x = x - r;
        r = r + 1;
    }
    check(r * r - a - r + 2 * x == 0);
    return 0;
}
