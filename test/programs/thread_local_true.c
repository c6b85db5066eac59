// expect: TRUE
// A program without threads has one copy of a thread-local variable.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static _Thread_local int calls = 3;
_Thread_local int *last;
static int next(int *at) { last = at; return ++calls; }
int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < 5; i++) if (next(&n) <= 3) return 1;
    assert(calls == 8 && last == &n);
}
