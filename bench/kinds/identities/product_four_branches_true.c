// expect: TRUE
#include "../kinds.h"
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    assume(y >= 1);
    long long a = x, b = y, p = 1, q = 0;
    while (1) {
        check(q + a * b * p == (long long)x * y);
        if (!(a != 0 && b != 0)) break;
        if (a % 2 == 0 && b % 2 == 0) {
            a = a / 2;
            b = b / 2;
            p = 4 * p;
        } else if (a % 2 == 1 && b % 2 == 0) {
            a = a - 1;
            q = q + b * p;
        } else if (a % 2 == 0 && b % 2 == 1) {
            b = b - 1;
            q = q + a * p;
        } else {
            a = a - 1;
            b = b - 1;
            q = q + (a + b + 1) * p;
        }
    }
    check(q == (long long)x * y);
    check(a * b == 0);
    return 0;
}
