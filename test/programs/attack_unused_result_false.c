// expect: FALSE
/* No counterexample of these is blamed on us. */
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
int foo(void); int main(void){foo(); int x=foo(); assert(x!=7);}
