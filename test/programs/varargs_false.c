// expect: FALSE
#include "varargs.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 0 && x < 100);
    CHECK(sum("ii", x, 2) != 16);
}
