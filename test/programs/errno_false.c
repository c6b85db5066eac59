// expect: FALSE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#include <errno.h>
double atof(const char *);
int main(void) {
    errno = 0;
    atof("1e999");
    CHECK(errno == 0);
}
