#include <assert.h>
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
    float x = __VERIFIER_nondet_float();
    if (!(x >= 0.5f && x <= 1.5f)) return 0;
    double y = x * 3.0;
    long double z = y + 1;
    assert(z != 4.0L);
    return 0;
}
