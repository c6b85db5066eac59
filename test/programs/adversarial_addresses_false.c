// expect: FALSE
#include "adversarial_addresses.h"

int main(void) {
    int right = 0 TESTS(RIGHT) HARD_TESTS(RIGHT);
    if (right == 0 TESTS(ONE) HARD_TESTS(ONE)) reach_error();
    return 0;
}
