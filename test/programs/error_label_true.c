// expect: TRUE
// A label is only a label where the program can fail otherwise.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 3) goto ERROR;
    assert(n <= 3);
    return 0;
ERROR:
    return 1;
}
