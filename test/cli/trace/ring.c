#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum color { RED, GREEN, BLUE };
struct ring {
    int buf[4];
    unsigned head, count;
    enum color state;
};
static int put(struct ring *r, int x) {
    if (r->count > 4) return 0;
    r->buf[r->head % 4] = x;
    r->head++;
    r->count++;
    return 1;
}
int main(void) {
    struct ring r = {0};
    int noise = 0;
    for (int i = 0; i < 5; i++) {
        int x = __VERIFIER_nondet_int();
        if (!put(&r, x)) break;
        noise += i;
    }
    if (r.count > 4) r.state = BLUE;
    assert(r.state != BLUE);
    return noise;
}
