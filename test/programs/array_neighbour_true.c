// expect: TRUE [options: --engine=cells]
// Each element is made from the one before it: the fact about all elements is inductive only with itself at another index.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum { N = 100000 };
int ramp[N];
int main(void) {
    int first = __VERIFIER_nondet_int();
    ramp[0] = first;
    for (int i = 1; i < N; i++) ramp[i] = ramp[i - 1] + 3;
    for (int i = 0; i < N; i++) assert(ramp[i] == first + 3 * i);
}
