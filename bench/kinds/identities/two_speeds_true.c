// expect: TRUE
#include "../kinds.h"
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), x = 0, y = 0, z = 0, i = 0;
    while (i < n) {
        if (__VERIFIER_nondet_bool()) {
            z += 2 * x + 1;
            x++;
        } else {
            z += 2 * y + 1;
            y++;
        }
        i++;
    }
    check(z == x * x + y * y);
    check(x + y == n);
    return 0;
}
