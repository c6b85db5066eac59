// expect: TRUE [options: --check=memory]
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), at = 0;
    char *ring = n ? malloc(n) : NULL;
    while (ring && __VERIFIER_nondet_char()) {
        ring[at] = __VERIFIER_nondet_char();
        at = at + 1 == n ? 0 : at + 1;
    }
    free(ring);
}
