// expect: FALSE [options: --accept-unconfirmed]
/* A number that is an address on one way and arbitrary on the other may lead anywhere. */
#include <assert.h>
extern unsigned long nondet_ulong(void);
int x, y;
int main(void) {
    unsigned long n = nondet_ulong();
    if (n == 0) n = (unsigned long)&y;
    int *p = (int *)n;
    x = 0;
    if (p == &x) *p = 1;
    assert(x == 0);
    return 0;
}
