// expect: FALSE [options: --volatile=new]
#include <assert.h>

volatile int shared;

static int twice(volatile int *p) { return *p == *p; }

int main(void) {
    volatile int own = 3;
    assert(!twice(&own) || twice(&shared));
    return 0;
}
