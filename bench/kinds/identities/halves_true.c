// expect: TRUE
/* Multiplication by halving and doubling; the claim stands behind the loop. */
#include "../kinds.h"
int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), x = a, y = b, p = 0;
    while (x > 0) {
        if (x % 2 == 1) p += y;
        x /= 2;
        y *= 2;
    }
    check(p == a * b);
    return 0;
}
