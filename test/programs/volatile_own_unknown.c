// expect: UNKNOWN
/* Nobody who writes to `ready` is known; --volatile=new says that there is somebody. */
#include <assert.h>
volatile int ready = 1;
int main(void) {
    int now = ready;
    assert(now == 1);
    return 0;
}
