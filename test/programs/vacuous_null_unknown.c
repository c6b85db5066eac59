// expect: UNKNOWN
/* The only check reads through a pointer that has become null: C says nothing of this program, so TRUE must not be said either. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
    long *p = malloc(sizeof *p);
    unsigned char *bytes = (unsigned char *)&p;
    for (unsigned i = 0; i < sizeof p; i++) bytes[i] = 0;
    assert(p[0] == 7);
    return 0;
}
