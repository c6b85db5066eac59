// expect: TRUE
#include "../kinds.h"
int main(void) {
    int A = __VERIFIER_nondet_int(), R = __VERIFIER_nondet_int();
    assume((R - 1) * (R - 1) < A);
    int u = 2 * R + 1, v = 1, r = R * R - A;
    while (1) {
        check(4 * (A + r) == u * u - v * v - 2 * u + 2 * v);
        if (!(r != 0)) break;
        while (1) {
            check(4 * (A + r) == u * u - v * v - 2 * u + 2 * v);
            if (!(r > 0)) break;
            r = r - v;
            v = v + 2;
        }
        while (1) {
            check(4 * (A + r) == u * u - v * v - 2 * u + 2 * v);
            if (!(r < 0)) break;
            r = r + u;
            u = u + 2;
        }
    }
    check(4 * A == u * u - v * v - 2 * u + 2 * v);
    return 0;
}
