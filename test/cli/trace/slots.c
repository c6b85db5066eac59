#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct ring { unsigned head, tail; int buf[8]; };
static int *slot(struct ring *r, unsigned i) { return &r->buf[i % 8]; }
int main(void) {
    struct ring r = {0};
    unsigned k = __VERIFIER_nondet_uint();
    int *p = slot(&r, k), *q = slot(&r, k + 3);
    *p = 7;
    *q = -7;
    if (p > q) { int **pp = &p; *pp = q; }
    assert(*p == 7);
    return 0;
}
