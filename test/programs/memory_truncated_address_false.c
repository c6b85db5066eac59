// expect: FALSE options: --64
#include <stdint.h>
extern void reach_error(void);
int main(void) {
    int x;
    uint32_t low = (uint32_t)(uintptr_t)&x;
    if (low != (uintptr_t)&x) reach_error();
    return 0;
}
