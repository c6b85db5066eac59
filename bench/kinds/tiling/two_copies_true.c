// expect: TRUE
#include "../kinds.h"
int main(void) {
    int count = __VERIFIER_nondet_int();
    assume(count > 1);
    int least = 2, i;
    int a[count];
    int b[2 * (long)count];
    for (i = 0; i < count; i++) {
        b[i] = a[i];
        b[i + (long)count] = a[i];
    }
    for (i = 0; i < count; i++) check(b[i] == a[i] && b[i + (long)count] == a[i]);
    return 0;
}
