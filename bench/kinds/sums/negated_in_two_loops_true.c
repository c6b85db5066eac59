// expect: TRUE
#include "../kinds.h"
int main(void) {
    long long size = (long long)__VERIFIER_nondet_short();
    assume(size > 0);
    int a[size], b[size], count;
    long long sum = 0;
    for (count = 0; count < size; count++) {
        int value = __VERIFIER_nondet_char();
        a[count] = value;
        b[count] = -value;
    }
    for (count = 0; count < size; count++) sum = sum + a[count];
    for (count = 0; count < size; count++) sum = sum + b[count];
    check(sum == 0);
    return 0;
}
