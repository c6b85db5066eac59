// expect: TRUE
/* 1 + z + z^2 + ... + z^(k-1), times z - 1. */
#include "../kinds.h"
int main(void) {
    int z = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    assume(z > 0);
    unsigned long long x = 1, y = z, c = 1;
    while (1) {
        check(x * z - x - y + 1 == 0);
        if (!(c < k)) break;
        c = c + 1;
        x = x * z + 1;
        y = y * z;
    }
    x = x * (z - 1);
    check(1 + x - y == 0);
    return 0;
}
