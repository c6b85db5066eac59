// expect: TRUE
#include <assert.h>
#include <stdlib.h>
static int n;
__attribute__((destructor)) static void last(void) { assert(n == 12); }
static void second(void) { n = 10 * n + 2; }
static void first(void) { n = 1; }
int main(int argc, char **argv) {
    atexit(second);
    atexit(first);
    n = 5;
    if (argc > 3) exit(argv != 0);
    return 0;
}
