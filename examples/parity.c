// expect: TRUE
// unsigned arithmetic wraps, and adding even numbers keeps a sum odd
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = 0, sum = 1;
    while (__VERIFIER_nondet_uint()) {
        n++;
        sum += 2 * n * (2 * n);
        assert(sum % 2 == 1);
    }
    return 0;
}
