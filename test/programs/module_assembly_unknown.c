// expect: UNKNOWN
// What assembly outside of functions defines is not known.
#include <assert.h>
__asm__(".globl counter\n.data\ncounter: .long 3\n");
int main(void) {
    assert(1);
    return 0;
}
