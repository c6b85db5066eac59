// expect: TRUE
/* The pointer that nobody has set is used on no way. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), *p;
    if (x > 5 && x < 6) *p = 1;
    assert(x <= 5 || x >= 6);
}
