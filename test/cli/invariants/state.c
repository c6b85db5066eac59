#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum mode { IDLE, BUSY, DONE };
struct machine { enum mode mode; unsigned char left; long long total; };
static void step(struct machine *m) {
    if (m->mode == BUSY && m->left) {
        m->left--;
        m->total -= 3;
    }
    if (m->mode == BUSY && !m->left) m->mode = DONE;
}
int main(void) {
    struct machine m = {IDLE, 5, 15};
    unsigned rounds = 0;
    while (__VERIFIER_nondet_int()) {
        if (m.mode == IDLE) m.mode = BUSY;
        step(&m);
        if (rounds < 4000000000u) rounds++;
    }
    assert(m.left <= 5 && m.total == 3 * m.left && (m.mode != DONE || m.left == 0));
    return 0;
}
