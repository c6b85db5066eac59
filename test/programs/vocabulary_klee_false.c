// expect: FALSE
#include <assert.h>
#include "klee/klee.h"
int main(void) {
    int n;
    char text[3];
    klee_make_symbolic(&n, sizeof n, "n");
    klee_make_symbolic(text, sizeof text, "text");
    klee_assume(n > 4 && n < 9);
    assert(n != 7 || text[1] != 'x');
    return 0;
}
