// expect: TRUE
#include "../kinds.h"
int main(void) {
    long long size = (long long)__VERIFIER_nondet_short();
    assume(size > 0);
    int a[size], b[size], count;
    long long sum = 0;
    for (count = 0; count < size; count++) {
        a[count] = count;
        b[size - 1 - count] = -count;
    }
    for (count = 0; count < size; count++) sum = sum + a[count];
    for (count = 0; count < size; count++) sum = sum + b[count];
    check(sum == 0);
    return 0;
}
