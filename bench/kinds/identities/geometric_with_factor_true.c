// expect: TRUE
#include "../kinds.h"
int main(void) {
    int z = __VERIFIER_nondet_int(), a = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    long long az = (long long)a * z;
    unsigned long long x = a, y = 1, c = 1;
    while (1) {
        check(z * x - x + a - az * y == 0);
        if (!(c < k)) break;
        c = c + 1;
        x = x * z + a;
        y = y * z;
    }
    check(z * x - x + a - az * y == 0);
    return 0;
}
