// expect: TRUE
// Signs, units and conversions of floats, which need no arithmetic. Each took more than 20 s on bits.
#include <assert.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    if (!isnan(x) && !isnan(y)) {
        assert(fmaxf(x, y) == (x > y ? x : y));
        float z = copysignf(x, y);
        assert(signbit(x) == signbit(y) ? z == x : z == -x);
        assert(-x * y == -(x * y) || isnan(x * y));
        assert((float)(double)x == x && x * 1.0f == x && x / -1.0f == -x);
        assert(-fabsf(x) <= x && fabs((double)x) >= 0);
    }
    int i = __VERIFIER_nondet_int();
    double d = i;
    assert((int)d == i && (d < 0) == (i < 0) && floor(d) == d && !isnan(d));
    assert(signbit(ceil(-0.5)) && signbit(trunc(-0.0)) && !signbit(floor(0.5)) && round(-2.5) == -3);
    return 0;
}
