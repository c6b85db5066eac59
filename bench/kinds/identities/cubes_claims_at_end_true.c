// expect: TRUE
/* Only the result is claimed, so that the facts about the differences have to be found. */
#include "../kinds.h"
int main(void) {
    int count = 0, cube = 0, step = 1, more = 6, last = __VERIFIER_nondet_int();
    for (; count < last; count++) {
        cube += step;
        step += more;
        more += 6;
    }
    check(cube == count * count * count);
    return 0;
}
