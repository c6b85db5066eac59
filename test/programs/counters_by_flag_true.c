// expect: TRUE
/* The flag decides which of two linear relations holds. States of both together satisfy only equations of degree two, which are slow to prove: that
 * each half has its own is what proves it. */
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
    if (slow) assert(sum == ticks);
    return 0;
}
