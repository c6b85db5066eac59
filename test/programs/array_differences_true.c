// expect: TRUE [options: --engine=cells]
// Two neighbours in the assertion, one of them written before the other.
#include <assert.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
enum { N = 50000 };
unsigned value[N], total[N + 1];
int main(void) {
    for (int i = 0; i < N; i++) value[i] = __VERIFIER_nondet_ushort();
    for (int i = 0; i < N; i++) total[i + 1] = total[i] + value[i];
    for (int i = 0; i < N; i++) assert(total[i + 1] - total[i] == value[i]);
}
