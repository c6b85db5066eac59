// expect: TRUE
/* Quotient and remainder, with doubling inside. */
#include "../kinds.h"
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    long long q = 0, r = x, a = 0, b = 0;
    assume(y >= 1);
    while (1) {
        check(b == y * a);
        check(x == q * y + r);
        if (!(r >= y)) break;
        a = 1;
        b = y;
        while (1) {
            check(b == y * a);
            check(x == q * y + r);
            check(r >= b);
            if (!(r >= 2 * b)) break;
            a = 2 * a;
            b = 2 * b;
        }
        r = r - b;
        q = q + a;
    }
    check(x == q * y + r);
    return 0;
}
