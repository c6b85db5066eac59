// expect: TRUE
/* The extended greatest common divisor by subtraction. */
#include "../kinds.h"
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    long long a, b, p, q, r, s;
    assume(x >= 1);
    assume(y >= 1);
    a = x;
    b = y;
    p = 1;
    q = 0;
    r = 0;
    s = 1;
    while (1) {
        check(1 == p * s - r * q);
        check(a == y * r + x * p);
        check(b == x * q + y * s);
        if (!(a != b)) break;
        if (a > b) {
            a = a - b;
            p = p - q;
            r = r - s;
        } else {
            b = b - a;
            q = q - p;
            s = s - r;
        }
    }
    check(a - b == 0);
    check(p * x + r * y - b == 0);
    check(q * r - p * s + 1 == 0);
    check(q * x + s * y - b == 0);
    return 0;
}
