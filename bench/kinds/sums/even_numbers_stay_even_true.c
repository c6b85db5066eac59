// expect: TRUE
#include "../kinds.h"
int main(void) {
    long long size = (long long)__VERIFIER_nondet_short();
    assume(size > 0);
    int a[size], count;
    long long sum = 0;
    for (count = 0; count < size; count++) a[count] = 2 * __VERIFIER_nondet_short();
    for (count = 0; count < size; count++) sum = sum + a[count];
    check(sum % 2 == 0);
    return 0;
}
