// expect: FALSE
#include "smack.h"
int main(void) {
    int n = __VERIFIER_nondet_int();
    assume(n > 4 && n < 9);
    assert(n != 7);
    return 0;
}
