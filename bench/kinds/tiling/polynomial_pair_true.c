// expect: TRUE
#include "../kinds.h"
int main(void) {
    int count = __VERIFIER_nondet_int();
    assume(count > 1);
    int least = 2, i;
    int a[count];
    int b[count];
    for (i = 0; i < count; i++) {
        a[i] = i;
        b[i] = i * (i - 1);
    }
    for (i = 0; i < count; i++) b[i] = b[i] + a[i];
    for (i = 0; i < count; i++) check(b[i] == i * i);
    return 0;
}
