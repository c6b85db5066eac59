// expect: TRUE
/* The same by divisions, with an inner loop that divides. */
#include "../kinds.h"
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    long long a, b, p, q, r, s, c, k;
    assume(x >= 1);
    assume(y >= 1);
    a = x;
    b = y;
    p = 1;
    q = 0;
    r = 0;
    s = 1;
    c = 0;
    k = 0;
    while (1) {
        if (!(b != 0)) break;
        c = a;
        k = 0;
        while (1) {
            check(a == k * b + c);
            check(a == y * r + x * p);
            check(b == x * q + y * s);
            if (!(c >= b)) break;
            c = c - b;
            k = k + 1;
        }
        a = b;
        b = c;
        long long temp = p;
        p = q;
        q = temp - q * k;
        temp = r;
        r = s;
        s = temp - s * k;
    }
    check(q * x + s * y == 0);
    return 0;
}
