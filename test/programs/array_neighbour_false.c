// expect: FALSE
// As array_neighbour_true, but one element in the middle breaks the chain.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum { N = 1000 };
int ramp[N];
int main(void) {
    int first = __VERIFIER_nondet_int(), skip = __VERIFIER_nondet_int();
    ramp[0] = first;
    for (int i = 1; i < N; i++) ramp[i] = ramp[i - 1] + (i == 700 && skip == 12345 ? 4 : 3);
    for (int i = 0; i < N; i++) assert(ramp[i] == first + 3 * i);
}
