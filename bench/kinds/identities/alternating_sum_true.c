// expect: TRUE
/* 1 - 2 + 3 - 4 ...: what it is depends on the parity. */
#include "../kinds.h"
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
    while (i < n) {
        if (i % 2 == 0) s += i + 1;
        else s -= i + 1;
        i++;
    }
    if (n % 2 == 0) check(2 * s + n == 0);
    else check(2 * s == n + 1);
    return 0;
}
