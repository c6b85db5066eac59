// expect: TRUE
#include <signal.h>
extern void reach_error(void);
int main(void) {
    raise(SIGKILL);
    reach_error();
    return 0;
}
