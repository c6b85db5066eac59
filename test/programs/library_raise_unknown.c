// expect: UNKNOWN
/* A signal that is ignored by default; the call is not executed in a sandbox. */
#include <signal.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    signal(SIGUSR1, SIG_IGN);
    raise(SIGUSR1);
    reach_error();
    return 0;
}
