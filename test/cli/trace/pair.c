#include <assert.h>
extern short __VERIFIER_nondet_short(void);
struct pair {
    short x;
    unsigned char y;
};
static struct pair make(short x) {
    struct pair p = {x, 255};
    p.y++;
    return p;
}
int main(void) {
    struct pair p = make(__VERIFIER_nondet_short());
    while (p.x < -3) p.x++;
    assert(p.x + p.y > -3);
    return 0;
}
