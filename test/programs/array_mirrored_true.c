// expect: TRUE [options: --engine=cells]
// What one loop writes at N - 1 - i, the other reads at i.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum { N = 100000 };
int from[N], to[N];
int main(void) {
    for (int i = 0; i < N; i++) from[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < N; i++) to[N - 1 - i] = from[i];
    for (int i = 0; i < N; i++) assert(to[i] == from[N - 1 - i]);
}
