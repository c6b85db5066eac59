// expect: TRUE
/* Division in two loops: up by doubling, down by halving. */
#include "../kinds.h"
int main(void) {
    int A = __VERIFIER_nondet_int(), B = 1;
    assume(A >= 0);
    long long r = A, d = B, p = 1, q = 0;
    while (1) {
        check(q == 0);
        check(r == A);
        check(d == B * p);
        if (!(r >= d)) break;
        d = 2 * d;
        p = 2 * p;
    }
    while (1) {
        check(A == q * B + r);
        check(d == B * p);
        if (!(p != 1)) break;
        d = d / 2;
        p = p / 2;
        if (r >= d) {
            r = r - d;
            q = q + p;
        }
    }
    check(A == d * q + r);
    check(B == d);
    return 0;
}
