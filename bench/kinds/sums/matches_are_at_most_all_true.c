// expect: TRUE
#include "../kinds.h"
int main(void) {
    long long size = (long long)__VERIFIER_nondet_short();
    assume(size > 0);
    int a[size], i, key = __VERIFIER_nondet_int(), matches = 0, others = 0;
    for (i = 0; i < size; i++) a[i] = __VERIFIER_nondet_int();
    for (i = 0; i < size; i++) {
        if (a[i] == key) matches++;
        else others++;
    }
    check(matches + others == size);
    check(matches <= size);
    return 0;
}
