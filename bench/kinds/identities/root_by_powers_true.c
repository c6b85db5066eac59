// expect: TRUE
/* The square root, two bits at a time. */
#include "../kinds.h"
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), p = 0, q = 1, r = n, h = 0;
    assume(n < 4294967295u / 4);
    while (1) {
        if (!(q <= n)) break;
        q = 4 * q;
    }
    while (1) {
        check(r < 2 * p + q);
        check(p * p + r * q == n * q);
        check(h * h * h - 12 * h * n * q + 16 * n * p * q - h * q * q - 4 * p * q * q + 12 * h * q * r -
                  16 * p * q * r ==
              0);
        check(h * h * n - 4 * h * n * p + 4 * (n * n) * q - n * q * q - h * h * r + 4 * h * p * r -
                  8 * n * q * r + q * q * r + 4 * q * r * r ==
              0);
        check(h * h * p - 4 * h * n * q + 4 * n * p * q - p * q * q + 4 * h * q * r - 4 * p * q * r == 0);
        check(p * p - n * q + q * r == 0);
        if (!(q != 1)) break;
        q = q / 4;
        h = p + q;
        p = p / 2;
        if (r >= h) {
            p = p + q;
            r = r - h;
        }
    }
    check(h * h * h - 12 * h * n + 16 * n * p - h + 12 * h * r - 16 * p * r - 4 * p == 0);
    check(p * p - n + r == 0);
    return 0;
}
