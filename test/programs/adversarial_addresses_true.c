// expect: TRUE
#include "adversarial_addresses.h"

int main(void) {
    TESTS(FAIL_IF_WRONG)
    return 0;
}
