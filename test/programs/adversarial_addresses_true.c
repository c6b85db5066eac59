// expect: TRUE [options: --malloc=succeeds]
#include "adversarial_addresses.h"

int main(void) {
    TESTS(FAIL_IF_WRONG)
    return 0;
}
