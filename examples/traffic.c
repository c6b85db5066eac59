// expect: TRUE
// a crossing's state machine never shows green both ways
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum light { RED, GREEN, YELLOW };

int main(void) {
    enum light north = RED, east = GREEN;
    unsigned clock = 0;
    while (__VERIFIER_nondet_int()) {
        clock++;
        if (east == GREEN && clock >= 10) {
            east = YELLOW;
        } else if (east == YELLOW) {
            east = RED;
            north = GREEN;
            clock = 0;
        } else if (north == GREEN && clock >= 10) {
            north = YELLOW;
        } else if (north == YELLOW) {
            north = RED;
            east = GREEN;
            clock = 0;
        }
        assert(!(north == GREEN && east == GREEN));
    }
    return 0;
}
