// expect: TRUE
// i <= n + 1 at the loop head and n < i behind it: i = n + 1.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), sum = 0, i;
    __VERIFIER_assume(n <= 50000);
    for (i = 1; i <= n; i++) sum += i;
    assert(2 * sum == n * (n + 1));
}
