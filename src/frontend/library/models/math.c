/* Functions of <math.h> and <complex.h>: those that are exact on every machine, computed on the
 * bits of the format (nextafter, frexp, scalbn and their kin), and bounds of a few that are not,
 * whose last bit no standard fixes. Functions that one operation of the theory of floats expresses
 * are in translate/floats.c. */
#include "frontend/library/models/any.h"

#define P(a, b) a##b
#define G(a, b) P(a, b)
/* a name with its suffix */
#define S(name) G(name, SUFFIX)

#define F double
#define U unsigned long long
#define SUFFIX
#define FRACTION 52
#define ONES 2047
#define BIAS 1023
#include "frontend/library/models/floats.h"
#undef F
#undef U
#undef SUFFIX
#undef FRACTION
#undef ONES
#undef BIAS
#define F float
#define U unsigned
#define SUFFIX f
#define FRACTION 23
#define ONES 255
#define BIAS 127
#include "frontend/library/models/floats.h"

M double modf(double x, double *whole) {
    *whole = __builtin_trunc(x);
    return __builtin_copysign(x == *whole ? 0 : x - *whole, x);
}
M float modff(float x, float *whole) {
    *whole = __builtin_truncf(x);
    return __builtin_copysignf(x == *whole ? 0 : x - *whole, x);
}
M long double modfl(long double x, long double *whole) {
    *whole = __builtin_truncl(x);
    return __builtin_copysignl(x == *whole ? 0 : x - *whole, x);
}
M double nan(const char *tag) {
    double y = any();
    if (y == y) __builtin_unreachable();
    return y;
}
M float nanf(const char *tag) {
    float y = anyf();
    if (y == y) __builtin_unreachable();
    return y;
}
M double creal(double _Complex z) { return __real__ z; }
M double cimag(double _Complex z) { return __imag__ z; }
M double _Complex conj(double _Complex z) { return ~z; }
M float crealf(float _Complex z) { return __real__ z; }
M float cimagf(float _Complex z) { return __imag__ z; }
M float _Complex conjf(float _Complex z) { return ~z; }
