// expect: TRUE
#include "adversarial_aggregates.h"

int main(void) {
    TESTS(FAIL_IF_WRONG)
    return 0;
}
