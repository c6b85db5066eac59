// expect: TRUE
// Constructors run before main, in the order of their priorities.
#include <assert.h>
static int order, early, late, last;
__attribute__((constructor(200))) static void second(void) { late = ++order; }
__attribute__((constructor(150))) static void first(void) { early = ++order; }
__attribute__((constructor)) static void third(void) { last = ++order; }
int main(void) {
    assert(early == 1 && late == 2 && last == 3);
    return 0;
}
