// expect: TRUE [options: --engine=cells]
// Elements are read, compared and written in place; the bounds are inputs.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
enum { N = 100000 };
int level[N];
int main(void) {
    int most = __VERIFIER_nondet_int();
    __VERIFIER_assume(most > 0);
    for (int i = 0; i < N; i++) level[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < N; i++)
        if (level[i] > most) level[i] = most;
        else if (level[i] < -most) level[i] = -most;
    for (int i = 0; i < N; i++) assert(-most <= level[i] && level[i] <= most);
}
