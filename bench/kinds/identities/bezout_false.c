// expect: FALSE
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
        if (!(a != b)) break;
        if (a > b) {
            a = a - b;
            p = p - q;
            r = r - s;
        } else {
            b = b - a;
            q = q - p;
            s = s - p;
        }
    }
    return 0;
}
