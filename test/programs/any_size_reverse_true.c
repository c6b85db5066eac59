// expect: TRUE [options: --check=memory]
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    char *a = calloc(n, 1);
    if (a && n > 0)
        for (unsigned i = 0, j = n - 1; i < j; i++, j--) {
            char x = a[i];
            a[i] = a[j];
            a[j] = x;
        }
    free(a);
}
