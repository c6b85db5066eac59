// expect: FALSE
#include "../kinds.h"
int main(void) {
    int n = __VERIFIER_nondet_int();
    long long a = 0, s = 1, t = 1;
    while (1) {
        check(t == 2 * a + 1);
        check(s == (a + 1) * (a + 1));
        if (!(s <= n)) break;
        a = a + 1;
        t = t + 2;
        s = s + t;
        if (a == 7) t = t + 1;
    }
    return 0;
}
