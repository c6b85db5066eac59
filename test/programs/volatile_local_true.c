// expect: TRUE
// Nobody else knows a local variable.
#include <assert.h>
int main(void) {
    volatile int n = 1;
    n++;
    assert(n == 2);
    return 0;
}
