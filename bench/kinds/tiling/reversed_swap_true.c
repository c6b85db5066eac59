// expect: TRUE
#include "../kinds.h"
int main(void) {
    int count = __VERIFIER_nondet_int();
    assume(count > 1);
    int least = 2, i;
    int a[count];
    int b[count];
    for (i = 0; i < count; i++) b[i] = a[count - i - 1];
    for (i = 0; i < count / 2; i++) {
        int t = b[i];
        b[i] = b[count - 1 - i];
        b[count - 1 - i] = t;
    }
    for (i = 0; i < count; i++) check(b[i] == a[i]);
    return 0;
}
