// expect: TRUE
/* Fourth powers without a multiplication. */
#include "../kinds.h"
int main(void) {
    unsigned steps = __VERIFIER_nondet_uint(), v = 0, d1 = 1, d2 = 14, d3 = 36, m = 0;
    while (m < steps) {
        v += d1;
        d1 += d2;
        d2 += d3;
        d3 += 24;
        m++;
    }
    check(v == steps * steps * steps * steps);
    return 0;
}
