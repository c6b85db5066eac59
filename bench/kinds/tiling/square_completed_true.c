// expect: TRUE
#include "../kinds.h"
int main(void) {
    int count = __VERIFIER_nondet_int();
    assume(count > 1);
    int least = 2, i;
    int a[count];
    for (i = 0; i < count; i++) a[i] = i * i + 2;
    for (i = 0; i < count; i++) a[i] = a[i] + 2 * i - 1;
    for (i = 0; i < count; i++) check(a[i] == (i + 1) * (i + 1));
    return 0;
}
