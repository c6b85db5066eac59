// expect: TRUE
/* Remainders of n by growing odd divisors, without division in the loop. */
#include "../kinds.h"
int main(void) {
    int n = __VERIFIER_nondet_int(), d0 = __VERIFIER_nondet_int(), limit = __VERIFIER_nondet_int();
    assume(n > 0 && n < 10000);
    assume(d0 > 0 && d0 % 2 == 1 && d0 < 100);
    int d = d0, r = n % d, t = 0, k = n % (d - 2 + 2 * (d == 1)),
        q = 4 * (n / (d - 2 + 2 * (d == 1)) - n / d);
    int s = 0, e = d;
    while (s < limit && r != 0) {
        check(e == d + 2 * s);
        s = s + 1;
        e = e + 2;
        t = t + e;
    }
    check(4 * t == (e + d + 2) * (e - d));
    return 0;
}
