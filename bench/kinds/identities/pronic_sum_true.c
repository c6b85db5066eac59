// expect: TRUE
#include "../kinds.h"
int main(void) {
    unsigned bound = __VERIFIER_nondet_uint(), sum = 0;
    for (unsigned k = 0; k != bound; k++) sum += k * (k + 1);
    check(3 * sum == bound * (bound - 1) * (bound + 1));
    return 0;
}
