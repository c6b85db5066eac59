// expect: FALSE [options: --check=memory]
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
    int n = (int)(__VERIFIER_nondet_uint() % 1000000);
    long *a = malloc((size_t)n * sizeof *a);
    if (a)
        for (int i = n - 1; i >= -1; i--) a[i] = i;
    free(a);
}
