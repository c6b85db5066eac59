// expect: TRUE
#include "../kinds.h"
int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    assume(a >= 1);
    assume(b >= 1);
    unsigned x = a, y = b, u = b, v = 0;
    while (1) {
        check(x * u + y * v == a * b);
        if (!(x != y)) break;
        while (1) {
            check(x * u + y * v == a * b);
            if (!(x > y)) break;
            x = x - y;
            v = v + u;
        }
        while (1) {
            check(x * u + y * v == a * b);
            if (!(x < y)) break;
            y = y - x;
            u = u + v;
        }
    }
    check(u * y + v * y == a * b);
    return 0;
}
