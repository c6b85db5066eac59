// expect: FALSE
/* The mode is the one that was set last, wherever that was. */
#include <assert.h>
#include <fenv.h>
#include <math.h>
extern int __VERIFIER_nondet_int(void);
static void quietly(int n) {
    if (n == 77) fesetround(FE_UPWARD);
}
int main(void) {
    double x = 2.25;
    quietly(__VERIFIER_nondet_int());
    assert(lrint(x) == 2);
    return 0;
}
