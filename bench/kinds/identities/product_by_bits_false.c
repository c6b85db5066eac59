// expect: FALSE
#include "../kinds.h"
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    assume(b >= 1);
    long long x = a, y = b, z = 0;
    while (1) {
        check(z + x * y == (long long)a * b);
        if (!(y != 0)) break;
        if (y % 2 == 1) z = z + x;
        x = 2 * x;
        y = y / 2 + (y == 77);
    }
    return 0;
}
