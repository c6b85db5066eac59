// expect: FALSE
// Two blocks and null: the test leaves two, and the assertion fails for the second.
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q), *r = __VERIFIER_nondet_uint() ? p : q;
    if (!p || !q || !r) return 1;
    *p = 1;
    *q = 2;
    if (r != NULL) assert(*r == 1);
    return 0;
}
