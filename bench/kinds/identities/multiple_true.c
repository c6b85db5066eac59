// expect: TRUE
/* The least common multiple: x u + y v = a b. */
#include "../kinds.h"
int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned long long x, y, u, v;
    assume(a >= 1);
    assume(b >= 1);
    assume(a <= 65535);
    assume(b <= 65535);
    x = a;
    y = b;
    u = b;
    v = 0;
    while (1) {
        check(x * u + y * v == (unsigned long long)a * b);
        if (!(x != y)) break;
        if (x > y) {
            x = x - y;
            v = v + u;
        } else {
            y = y - x;
            u = u + v;
        }
    }
    check(u * y + v * y == (unsigned long long)a * b);
    check(x == y);
    return 0;
}
