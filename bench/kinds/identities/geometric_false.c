// expect: FALSE
#include "../kinds.h"
int main(void) {
    int z = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    unsigned long long x = 1, y = z, c = 1;
    while (1) {
        check(x * z - x - y + 1 == 0);
        if (!(c < k)) break;
        c = c + 1;
        x = x * z + 1;
        y = y * z + (c == 4);
    }
    return 0;
}
