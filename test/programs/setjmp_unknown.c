// expect: UNKNOWN
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#include <setjmp.h>
static jmp_buf b;
int main(void) {
    if (setjmp(b) == 0) longjmp(b, 1);
    else reach_error();
}
