// expect: TRUE
// The first loop does not end for n = INT_MAX; for all other n, half of n is left, and the second loop takes that.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), left = n;
    for (int i = 0; i < n; i += 2) left--;
    for (int j = 0; j < n / 2; j++) {
        assert(left > 0);
        left--;
    }
}
