// expect: TRUE
#include <errno.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    errno = x;
    if (errno != x) reach_error();
    return 0;
}
