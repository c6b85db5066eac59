// expect: FALSE
// The compiled program asks for results that nobody uses, too.
#include <assert.h>
int sensor(void);
int main(void) {
    sensor();
    int x = sensor();
    sensor();
    assert(x != 7);
    return 0;
}
