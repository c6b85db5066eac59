#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int (*chosen)(int);
static int inc(int x) { return x + 1; }
static int dec(int x) { return x - 1; }
int main(void) {
    int a[3], *p = a + 1, n = 0;
    chosen = __VERIFIER_nondet_int() > 3 ? inc : dec;
    while (n < 40) n = chosen(n) > n ? n + 2 : 40 + n;
    a[0] = 0;
    *p = n;
    a[2] = a[0] - a[1];
    assert(a[2] != -41 + 1);
    return 0;
}
