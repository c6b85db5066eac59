// expect: TRUE
// sq = i * i is found; that i = n in the end makes it n * n, which is a matter of substitution, not of multipliers.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, sq = 0, odd = 1;
    while (i < n) {
        sq += odd;
        odd += 2;
        i++;
    }
    assert(sq == n * n);
}
