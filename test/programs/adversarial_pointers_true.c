// expect: TRUE
#include "adversarial_pointers.h"

int main(void) {
    TESTS(FAIL_IF_WRONG)
    return 0;
}
