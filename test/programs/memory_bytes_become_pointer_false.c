// expect: FALSE [options: --accept-unconfirmed]
/* A pointer made of bytes may have any value, so it may lead to x, also where the memory holds an address at other times. */
#include <assert.h>
#include <string.h>
extern char nondet_char(void);
int x, y;
static void set(void *at, unsigned n) {
    for (unsigned i = 0; i < n; i++) ((char *)at)[i] = nondet_char();
}
int main(void) {
    union {
        char bytes[sizeof(int *)];
        int *p;
    } u;
    u.p = &y;
    if (nondet_char()) set(u.bytes, sizeof u.bytes);
    x = 0;
    if (u.p == &x) *u.p = 1;
    assert(x == 0);
    return 0;
}
