// expect: TRUE
#include "../kinds.h"
int main(void) {
    int count = __VERIFIER_nondet_int();
    assume(count > 1);
    int least = 2, i;
    int a[count];
    assume(count % 2 == 0);
    for (i = 0; i < count; i++) a[i] = 0;
    for (i = 1; i <= count / 2; i++) {
        if (a[2 * i - 2] <= 0) a[2 * i - 2] = i % 7;
        if (a[2 * i - 1] <= 0) a[2 * i - 1] = i % 5;
    }
    for (i = 0; i < count; i++) check(a[i] >= 0 && a[i] < 7);
    return 0;
}
