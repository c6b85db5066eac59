// expect: TRUE [options: --entry=f]
// restrict keeps two pointers from being the same.
#include <assert.h>
struct node { int value; };
int f(struct node *restrict x, struct node *restrict y) {
    if (!x || !y) return 0;
    y->value = 2;
    x->value = 1;
    assert(y->value == 2);
    return 0;
}
