// expect: FALSE [options: --entry=f]
// The arguments are part of the compiled program, so that it confirms the failure.
#include <assert.h>
static void f(int a) { assert(a != 42); }
int main(void) { f(1); return 0; }
