// expect: FALSE [options: --check=memory]
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 8, at = 0;
    char *ring = n ? malloc(n) : NULL;
    while (ring && __VERIFIER_nondet_char()) {
        ring[at] = __VERIFIER_nondet_char();
        at = at == n ? 0 : at + 1;
    }
    free(ring);
}
