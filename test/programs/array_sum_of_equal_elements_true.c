// expect: TRUE [options: --engine=cells]
// The sum of the first i elements is i * i, then n * i: products of an index and a size.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > 0 && n < 1000000);
    long long *a = malloc(sizeof(long long) * n), sum = 0;
    if (!a) return 0;
    for (int i = 0; i < n; i++) a[i] = n;
    for (int i = 0; i < n; i++) sum += a[i];
    assert(sum == (long long)n * n);
}
