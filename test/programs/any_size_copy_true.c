// expect: TRUE [options: --check=memory]
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int *from = calloc(n, sizeof *from), *to = malloc(n * sizeof *to);
    if (from && to && n < 1000000)
        for (unsigned i = 0; i < n; i++) to[i] = from[i];
    free(from);
    free(to);
}
