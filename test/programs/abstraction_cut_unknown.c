// expect: UNKNOWN [options: --rules=sv-comp --check=assert --abstraction=always --timeout=20]
/* What is not supported must not be dropped with what has nothing to do with the assertion. */
#include <setjmp.h>
extern void reach_error(void);
extern void message(int n);
static jmp_buf where;
static int state;
static int again(void) { return setjmp(where); }
int main(void) {
    int twice = again();
    message(twice);
    if (state == 1) reach_error();
    state = 1;
    longjmp(where, 1);
    return 0;
}
