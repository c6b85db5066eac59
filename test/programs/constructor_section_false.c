// expect: FALSE
// A pointer in .init_array is a constructor.
#include <assert.h>
static int n;
static void set(void) { n = 3; }
__attribute__((section(".init_array"), used)) static void (*pointer)(void) = set;
int main(void) {
    assert(n == 0);
    return 0;
}
