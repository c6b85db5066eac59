// expect: TRUE
// Destructors run after main, in the reverse order, and not after abort.
#include <assert.h>
#include <stdlib.h>
static int n;
__attribute__((destructor(150))) static void last(void) { assert(n == 2); }
__attribute__((destructor(200))) static void first(void) { n++; }
int main(int argc, char **argv) {
    if (argc > 5) abort();
    n = 1;
    return 0;
}
