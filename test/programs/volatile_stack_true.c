// expect: TRUE
// The same read leads to a local variable, which only the program writes to, and to a global one, which others may change.
#include <assert.h>

volatile int shared;

static int twice(volatile int *p) { return *p == *p; }

int main(void) {
    volatile int own = 3;
    int others = twice(&shared);
    assert(twice(&own) && others >= 0);
    return 0;
}
