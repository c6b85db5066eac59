// expect: TRUE
// two counters move in step; the proof needs the invariant x == y
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = x, steps = __VERIFIER_nondet_int();
    for (int i = 0; i < steps; i++) {
        x++;
        y++;
    }
    assert(x == y);
    return 0;
}
