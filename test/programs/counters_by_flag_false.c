// expect: FALSE
/* The damaged twin: the other half of the states is claimed as well. */
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int slow = __VERIFIER_nondet_int();
    unsigned ticks = 0, sum = 0, low = slow ? 0 : 1, high = 1;
    while (__VERIFIER_nondet_int()) {
        ticks++;
        sum += high - low;
        low += 2;
        high += low % 2 == 0 ? 2 : 1;
    }
    assert(sum == ticks);
    return 0;
}
