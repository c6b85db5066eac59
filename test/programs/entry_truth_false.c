// expect: FALSE [options: --entry=pick --check=standard]
// Both truth values are tried.
#include <assert.h>
#include <stdbool.h>
typedef bool flag;
int pick(bool a, flag b, int c) {
    assert(!(a && !b && c == 3));
    return c == 1;
}
