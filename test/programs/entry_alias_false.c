// expect: FALSE [options: --entry=f]
// Two pointers of one type may be the same.
#include <assert.h>
struct node { int value; };
int f(struct node *x, const struct node *y) {
    if (!x || !y || y->value != 2) return 0;
    x->value = 1;
    assert(y->value == 2);
    return 0;
}
