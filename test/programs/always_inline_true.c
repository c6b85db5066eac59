// expect: TRUE
// Parameters of functions that a compiler inlines have a value, also in a loop, twice in a row and with flatten.
#include <assert.h>
static inline __attribute__((always_inline)) void check(int l) { assert(l < 10); }
static inline __attribute__((always_inline)) int twice(int l) {
    int sum = l;
    sum += l;
    return sum;
}
static int next(int n) { return n + 1; }
__attribute__((flatten)) static int flat(int n) { return next(next(n)); }
int main(void) {
    for (int i = 0; i < 10; i++) check(i);
    check(1);
    check(2);
    assert(twice(3) == 6 && twice(4) == 8);
    for (int i = 0; i < 3; i++) assert(flat(i) == i + 2);
    return 0;
}
