// expect: UNKNOWN
/* Every execution uses a pointer that nobody has set: no proof of what follows says anything. */
#include <assert.h>

struct box {
    int n;
};

static void put(struct box *x) {
    x->n = 42;
    assert(x->n == 42);
}

int main(void) {
    void *p;
    put(p);
}
