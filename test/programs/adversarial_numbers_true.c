// expect: TRUE
#include "adversarial_numbers.h"

int main(void) {
    TESTS(FAIL_IF_WRONG)
    return 0;
}
