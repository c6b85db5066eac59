// expect: TRUE [options: --32 --engine=cells]
/* An element is taken out and those behind it move up: what holds lies between where the loop started and where it is. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum { N = 100000 };
extern int a[N];
int before[N];
int main(void) {
    int gap = __VERIFIER_nondet_int();
    if (gap < 0 || gap >= N) return 0;
    for (int i = 0; i < N; i++) before[i] = a[i];
    for (int i = gap; i < N - 1; i++) a[i] = a[i + 1];
    for (int i = gap; i < N - 1; i++) assert(a[i] == before[i + 1]);
}
