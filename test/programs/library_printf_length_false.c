// expect: FALSE
#include <assert.h>
#include <stdio.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int n = printf("%02X", __VERIFIER_nondet_uint());
    assert(n == 2);
}
