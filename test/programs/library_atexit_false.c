// expect: FALSE
#include <assert.h>
#include <stdlib.h>
static int n;
static void at_end(void) { assert(n == 0); }
int main(void) {
    atexit(at_end);
    n = 1;
    exit(0);
}
