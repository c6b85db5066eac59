// expect: TRUE
// Behind the test for null the pointer is the block's address, whatever the ways to it were.
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int *p = __VERIFIER_nondet_uint() ? malloc(sizeof *p) : NULL;
    if (!p) return 1;
    *p = 0;
    for (unsigned i = 0; i < n; i++)
        if (*p < 7) ++*p;
    assert(*p <= 7);
    return 0;
}
