// expect: TRUE [options: --engine=tree-ic3-itp --check=assert]
// The invariant i <= n is no weakest precondition of the assertion; the loop's condition has its words.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned i = 0, n = __VERIFIER_nondet_uint();
    while (i < n) i++;
    assert(i == n);
}
