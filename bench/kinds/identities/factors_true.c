// expect: TRUE
/* A difference of squares. */
#include "../kinds.h"
int main(void) {
    int A = __VERIFIER_nondet_int(), R = __VERIFIER_nondet_int();
    assume((R - 1) * (R - 1) < A);
    assume(A % 2 == 1);
    long long u = 2 * (long long)R + 1, v = 1, r = (long long)R * R - A;
    while (1) {
        check(4 * (A + r) == u * u - v * v - 2 * u + 2 * v);
        if (!(r != 0)) break;
        if (r > 0) {
            r = r - v;
            v = v + 2;
        } else {
            r = r + u;
            u = u + 2;
        }
    }
    check(4 * (long long)A == u * u - v * v - 2 * u + 2 * v);
    return 0;
}
