// expect: FALSE
// A local variable of an inlined function is uninitialized each time.
#include <assert.h>
static inline __attribute__((always_inline)) int local(int store) {
    int l;
    if (store) l = 1;
    return l;
}
int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++) sum += local(i == 0);
    assert(sum == 2);
    return 0;
}
