// expect: TRUE [options: --malloc=succeeds]
// A block of any length: the index is wider than the variable that counts, and so is the end of the loop.
#include <stdlib.h>

extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100000) return 0;
    int *x = malloc(n * sizeof(int));
    for (int i = 0; i < n; i++) x[i] = 7;
    for (int i = 0; i < n; i++)
        if (x[i] != 7) __VERIFIER_error();
    return 0;
}
