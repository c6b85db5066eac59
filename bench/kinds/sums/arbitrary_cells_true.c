// expect: TRUE
#include "../kinds.h"
int main(void) {
    long long size = (long long)__VERIFIER_nondet_short();
    assume(size > 0);
    int a[size], count, index;
    long long sum = 0;
    for (count = 0; count < size; count++) a[count] = 0;
    while (1) {
        index = __VERIFIER_nondet_short();
        assume(index >= 0 && index < size);
        a[index] = 2;
        if (__VERIFIER_nondet_bool()) break;
    }
    for (count = 0; count < size; count++) sum = sum + a[count];
    check(sum >= 0 && sum <= 2 * size);
    return 0;
}
