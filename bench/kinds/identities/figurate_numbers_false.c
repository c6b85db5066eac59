// expect: FALSE
/* Sums of sums: triangles, tetrahedra. */
#include "../kinds.h"
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, lines = 0, triangles = 0, solids = 0;
    while (i < n) {
        i = i + 1;
        lines = lines + i;
        triangles = triangles + lines;
        solids = solids + triangles;
    }
    check(24 * solids + (n > 300) == n * (n + 1) * (n + 2) * (n + 3));
    return 0;
}
