// expect: FALSE [options: --check=memory]
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 1000000) return 0;
    int *from = calloc(n, sizeof *from), *to = malloc(n * sizeof *to);
    if (from && to)
        for (unsigned i = 0; i <= n; i++) to[i] = from[i];
    free(from);
    free(to);
}
