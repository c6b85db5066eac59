// expect: TRUE
/* Nested loops: a square of cells per layer. */
#include "../kinds.h"
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), layer = 0, cells = 0;
    for (layer = 0; layer < n; layer++)
        for (unsigned c = 0; c < layer; c++) cells += 2;
    check(cells == n * n - n);
    return 0;
}
