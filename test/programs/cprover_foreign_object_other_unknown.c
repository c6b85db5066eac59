// expect: UNKNOWN
// Nothing is known of an object that others made: neither answer may be taken for granted.
#include <assert.h>
char *from_elsewhere(void);
int main(void) {
    char *p = from_elsewhere();
    if (!p) return 0;
    int ok = __CPROVER_r_ok(p, 10);
    assert(!ok);
    return 0;
}
