// expect: TRUE
// the maximum of a small array is at least each element
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4], max;
    for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_int();
    max = a[0];
    for (int i = 1; i < 4; i++)
        if (a[i] > max) max = a[i];
    for (int i = 0; i < 4; i++) assert(a[i] <= max);
    return 0;
}
