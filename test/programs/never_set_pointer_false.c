// expect: FALSE
/* A check that fails before the pointer is used. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), *p;
    assert(x != 7);
    *p = 1;
    assert(*p == 1);
}
