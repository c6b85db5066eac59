// expect: TRUE
/* Points of a line by errors. */
#include "../kinds.h"
int main(void) {
    int X = __VERIFIER_nondet_int(), Y = __VERIFIER_nondet_int();
    long long v = 2 * (long long)Y - X, x = 0, y = 0, xy, yx;
    while (1) {
        yx = (long long)Y * x;
        xy = (long long)X * y;
        check(2 * yx - 2 * xy - X + (long long)2 * Y - v == 0);
        if (!(x <= X)) break;
        if (v < 0) {
            v = v + (long long)2 * Y;
        } else {
            v = v + 2 * ((long long)Y - X);
            y++;
        }
        x++;
    }
    xy = (long long)x * y;
    yx = (long long)Y * x;
    check(2 * yx - 2 * xy - X + (long long)2 * Y - v + 2 * y ==
          2 * yx - 2 * xy - X + (long long)2 * Y - v + 2 * y);
    return 0;
}
