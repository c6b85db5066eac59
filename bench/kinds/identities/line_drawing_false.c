// expect: FALSE
#include "../kinds.h"
int main(void) {
    int X = __VERIFIER_nondet_int(), Y = __VERIFIER_nondet_int();
    long long v = 2 * (long long)Y - X, x = 0, y = 0;
    while (x <= X) {
        check(2 * Y * x - 2 * X * y - X + (long long)2 * Y - v == 0);
        if (v < 0) {
            v = v + (long long)2 * Y;
        } else {
            v = v + 2 * ((long long)Y - X);
            y += 1 + (x == 9);
        }
        x++;
    }
    return 0;
}
