// expect: UNKNOWN
/* Eight bytes are written to an int, which C leaves undefined: the compiled program goes another way than the trace, and that is nobody's fault. */
#include <assert.h>
int main(void) {
    int c;
    *(long long *)&c = 0x7fffffffffffffffLL;
    assert(c == -1);
    return 0;
}
