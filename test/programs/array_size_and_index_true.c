// expect: TRUE [options: --engine=cells]
// Elements of one array are made of those of another, of their index and of the size: b[k] = n + k + 1.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > 0 && n < 1000000);
    int *a = malloc(sizeof(int) * n), *b = malloc(sizeof(int) * n);
    if (!a || !b) return 0;
    for (int i = 0; i < n; i++) a[i] = n + i;
    for (int i = 0; i < n; i++) b[i] = a[i] + 1;
    for (int i = 0; i < n; i++) assert(b[i] == n + i + 1);
}
