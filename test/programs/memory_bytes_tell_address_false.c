// expect: FALSE [options: --accept-unconfirmed]
/* Bytes that are equal to an address tell where the object lies, which is not for us to choose. */
#include <assert.h>
#include <string.h>
extern char nondet_char(void);
int x;
int main(void) {
    char bytes[sizeof(void *)];
    void *p;
    unsigned long n;
    for (unsigned i = 0; i < sizeof bytes; i++) bytes[i] = nondet_char();
    memcpy(&p, bytes, sizeof p);
    memcpy(&n, bytes, sizeof n);
    if (p == &x) assert(n >= 1ul << 46);
    return 0;
}
