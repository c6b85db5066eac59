// expect: UNKNOWN
// The linker decides in which order attributes and sections run.
#include <assert.h>
static int n;
static void set(void) { n = 3; }
__attribute__((section(".init_array"), used)) static void (*pointer)(void) = set;
__attribute__((constructor)) static void clear(void) { n = 0; }
int main(void) {
    assert(n == 0);
    return 0;
}
