#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned factorial(unsigned n) {
    if (n == 0) return 1;
    return n * factorial(n - 1);
}
int main(void) {
    unsigned k = __VERIFIER_nondet_uint();
    if (k > 5) return 0;
    unsigned f = factorial(k);
    assert(f < 6);
    return 0;
}
