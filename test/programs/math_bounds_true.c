// expect: TRUE
/* What every library guarantees of functions whose last bit it does not. */
#include <math.h>
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
    float x = __VERIFIER_nondet_float();
    if (!isfinite(x)) return 0;
    double y = sin(x) + cos(x);
    if (!(y <= 2 && y >= -2)) reach_error();
    if (!(expf(x) >= 0 && tanhf(x) <= 1)) reach_error();
    return 0;
}
