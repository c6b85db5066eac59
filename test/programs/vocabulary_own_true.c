// expect: TRUE
// Functions with a body are the program's own, whatever they are called.
#include <assert.h>
static int count;
static int __CPROVER_assume(int condition) { return count++ + condition; }
static int nondet_int(void) { return 3; }
void check_assert(int condition) { count += condition; }
int main(void) {
    __CPROVER_assume(0);
    check_assert(0);
    assert(nondet_int() == 3 && count == 1);
    return 0;
}
