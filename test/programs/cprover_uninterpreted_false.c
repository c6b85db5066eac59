// expect: FALSE
// A function without a meaning may have any values; the compiled one is 0 everywhere.
#include <assert.h>
int __CPROVER_uninterpreted_hash(int x);
int main(void) {
    int x = __CPROVER_uninterpreted_hash(1);
    assert(x != 0);
    return 0;
}
