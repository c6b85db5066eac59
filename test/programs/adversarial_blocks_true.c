// expect: TRUE
#include "adversarial_blocks.h"

int main(void) {
    TESTS(FAIL_IF_WRONG)
    return 0;
}
