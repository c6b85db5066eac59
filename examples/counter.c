// expect: TRUE
// two counters move in step; the proof needs the invariant x == y
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = x, steps = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < steps; i++) {
        x++;
        y++;
    }
    assert(x == y);
    return 0;
}
