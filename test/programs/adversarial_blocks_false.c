// expect: FALSE
#include "adversarial_blocks.h"

int main(void) {
    int right = 0 TESTS(RIGHT);
    if (right == 0 TESTS(ONE)) reach_error();
    return 0;
}
