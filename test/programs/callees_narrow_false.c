// expect: FALSE [options: --check=assert]
/* Pointers to functions that go through a table with any index, a copy byte by byte, a number and a
 * function's result: none of the candidates may be lost. */
#include <assert.h>
#include <stdint.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
typedef int operation(int);
static int seen;
static int a(int x) { seen |= 1; return x; }
static int b(int x) { seen |= 2; return x; }
static int c(int x) { seen |= 4; return x; }
static int d(int x) { seen |= 8; return x; }
static int e(int x) { seen |= 16; return x; }
static operation *const table[] = {a, b};
static operation *choose(int n) { return n > 0 ? d : e; }
int main(void) {
    int n = __VERIFIER_nondet_int();
    operation *f = c, *g;
    memcpy(&g, &f, sizeof g);
    uintptr_t number = (uintptr_t)choose(n);
    table[n & 1](n);
    g(n);
    ((operation *)number)(n);
    table[__VERIFIER_nondet_int() & 1](n);
    assert(seen != (1 | 2 | 4 | 16));
    return 0;
}
