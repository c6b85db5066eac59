// expect: UNKNOWN
// inline assembly is not supported: edgewise says so instead of guessing
#include <assert.h>

int main(void) {
    int x = 1;
    __asm__ volatile("incl %0" : "+r"(x));
    assert(x == 2);
    return 0;
}
