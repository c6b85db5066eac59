#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int gcd(int a, int b) {
    if (b == 0)
        return a;
    return gcd(b, a % b);
}
static int fact(int n) {
    int r = 1;
    if (n > 1)
        r = n * fact(n - 1);
    return r;
}
static int fib(int n) {
    if (n < 2) return n;
    int x = fib(n - 1);
    return x + fib(n - 2);
}
int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a < 0 || a > 30) return 0;
    int g = gcd(a, 12);
    int f = fact(4);
    int h = fib(4);
    assert(g != 6 || f != 24 || h != 3);
    return 0;
}
