// expect: TRUE [options: --engine=cells]
// Cells at 2i and 2i + 1: neither index determines the other, the variable i determines both.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum { N = 40000 };
int cell[2 * N];
int main(void) {
    for (int i = 0; i < N; i++) {
        int v = __VERIFIER_nondet_int();
        cell[2 * i] = v;
        cell[2 * i + 1] = -v;
    }
    for (int i = 0; i < N; i++) assert(cell[2 * i] + cell[2 * i + 1] == 0);
}
