// expect: TRUE
/* Functions that are exact: each value is what glibc computes. */
#include <float.h>
#include <math.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void is(int holds) { if (!holds) reach_error(); }
static double in(double x) { return __VERIFIER_nondet_int() == 0 ? x : 1.0; }
int main(void) {
    int n;
    double whole, x = in(0.0), least = in(5e-324);
    if (x == 1.0 || least == 1.0) return 0;
    is(nextafter(x, 1) == 5e-324 && nextafter(1.0 + x, 2) == 1.0 + DBL_EPSILON && nextafterf(-1.0f, -INFINITY) == -1.0f - FLT_EPSILON);
    is(nextafter(DBL_MAX + x, INFINITY) == INFINITY && nextafterf(FLT_MIN, 0) < FLT_MIN);
    is(frexp(6.5 + x, &n) == 0.8125 && n == 3);
    is(frexp(least, &n) == 0.5 && n == -1073);
    is(ldexp(1.5 + x, 4) == 24 && scalbn(1.0 + x, -1074) == 5e-324 && ldexp(1.0, 2000) == INFINITY && scalbn(least, 1074) == 1.0);
    is(scalbn(1.5, -1074) == 1e-323 && ldexpf(1.0f, -150) == 0); /* to even, once */
    is(ilogb(least) == -1074 && ilogbf(10.0f) == 3 && logb(0.25 + x) == -2 && logb(x) == -INFINITY);
    is(modf(-3.75 + x, &whole) == -0.75 && whole == -3);
    is(modf(-INFINITY, &whole) == 0 && signbit(modf(-INFINITY, &whole)));
    return 0;
}
