// expect: TRUE
/* The divisor is an input: halving is exact because p is a power of two. */
#include "../kinds.h"
int main(void) {
    unsigned A = __VERIFIER_nondet_uint(), B = __VERIFIER_nondet_uint();
    assume(B >= 1 && B < 65536);
    unsigned long long r = A, d = B, p = 1, q = 0;
    while (1) {
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
    check(A == q * B + r);
    return 0;
}
