// expect: FALSE
#include "../kinds.h"
int main(void) {
    unsigned k = __VERIFIER_nondet_uint(), y = 0, x = 0;
    while (y < k) {
        y++;
        x += y * y * y;
    }
    check(4 * x + (k > 5000) == k * k * (k + 1) * (k + 1));
    return 0;
}
