// expect: TRUE
// The program that doc/tour.md follows from its source to its proof.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned sent = 0, received = 0;
    while (__VERIFIER_nondet_uint()) {
        if (sent < 1000) sent++;
        if (received < sent) received++;
    }
    assert(received <= sent);
    return 0;
}
