// expect: TRUE [options: --engine=kind]
/* In one of two cases the variables are in step, in the other sums of all kinds grow: equations by cases, before any bound is tried. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int aligned = __VERIFIER_nondet_int();
    unsigned lead = aligned ? 0 : 1, follow = 1, rounds = 0, sum = 0;
    while (__VERIFIER_nondet_int()) {
        rounds++;
        sum += follow - lead;
        lead += 4;
        follow += lead % 4 == 0 ? 4 : 3;
    }
    assert(!aligned || sum == rounds);
}
