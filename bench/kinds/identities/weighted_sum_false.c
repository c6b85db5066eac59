// expect: FALSE
/* A line through a start with a slope, and the area under it. */
#include "../kinds.h"
int main(void) {
    unsigned start = __VERIFIER_nondet_uint(), slope = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    unsigned height = start, area = 0, t = 0;
    while (t < n) {
        area += 2 * height + slope + (t == 77);
        height += slope;
        t++;
    }
    check(area == 2 * start * n + slope * n * n);
    return 0;
}
