// expect: FALSE
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static _Thread_local int calls;
static void note(int x) { if (x > 41) calls++; }
int main(void) {
    note(__VERIFIER_nondet_int());
    assert(calls == 0);
}
