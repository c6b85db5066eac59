// expect: FALSE
// Destructors run at exit as well as after main.
#include <assert.h>
#include <stdlib.h>
static int n;
__attribute__((destructor)) static void end(void) { assert(n != 3); }
int main(void) {
    n = 3;
    if (n) exit(0);
    n = 2;
    return 0;
}
