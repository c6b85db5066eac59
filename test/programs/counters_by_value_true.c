// expect: TRUE [options: --engine=kind]
/* A small array is written where a value says: each of its cells is a choice that must not drag all the others along. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned count[5] = {0}, n = __VERIFIER_nondet_uint();
    for (unsigned k = 0; k < n; k++) {
        unsigned face = __VERIFIER_nondet_uint() % 5;
        count[face]++;
    }
    for (int i = 0; i < 5; i++) assert(count[i] <= n);
}
