// expect: TRUE
#include "adversarial_floats.h"

int main(void) {
    TESTS(FAIL_IF_WRONG)
    return 0;
}
