// expect: TRUE
// common instructions of x86 mean in inline assembly what the processor does
#include <assert.h>

int main(void) {
    int x = 1;
    __asm__ volatile("incl %0" : "+r"(x));
    assert(x == 2);
    return 0;
}
