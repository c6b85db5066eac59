// expect: FALSE
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { assert(__VERIFIER_nondet_int() != 77); }
