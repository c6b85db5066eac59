// expect: FALSE [options: --volatile=new]
// Reads of volatile memory are given to the compiled program: of several types, again and again, and through a pointer.
#include <assert.h>

volatile unsigned char status;
volatile float level;
volatile _Bool ready;
volatile long long wide;
static volatile short *port = (volatile short *)&wide;

int main(void) {
    int first = status, n = 0;
    while (!ready)
        if (++n > 3) return 0;
    if (level < 2.5f || n != 2 || *port != 77) return 0;
    assert(first == status || wide != 0x123456789ll);
    return 0;
}
