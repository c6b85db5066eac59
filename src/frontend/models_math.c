/* Functions of <math.h> and <complex.h> as C text: those that are exact on every machine, computed on the bits of the format
 * (nextafter, frexp, scalbn and their kin), and bounds of a few that are not, whose last bit no standard fixes. scalbn multiplies
 * by powers of two that are exact; towards the subnormal numbers it keeps 53 (24) bits in hand until the last
 * step, so that the result is rounded once. None calls another by its name: a program may have a function of that name of its own. Functions that one operation of the theory of floats expresses are in floats.c. */
#include "frontend/ir.h"
#include "frontend/models.h"

#define TEXT(...) #__VA_ARGS__

/* clang-format off */
/* One text for float and double. F: the type, U: its bits, S: a name with its suffix, ONES: the largest exponent field. */
#define EXACT \
    "#define P(a, b) a##b\n#define G(a, b) P(a, b)\n#define S(name) G(name, SUFFIX)\n" TEXT( \
static U S(bits_of)(F x) { union { F f; U u; } v = {x}; return v.u; } \
static F S(from_bits)(U u) { union { U u; F f; } v = {u}; return v.f; } \
static F S(power)(int n) { return S(from_bits)((U)(n + BIAS) << FRACTION); } \
static int S(field)(F x) { return (int)(S(bits_of)(x) >> FRACTION & ONES); } \
M F S(nextafter)(F x, F y) { \
    if (x != x || y != y) return x + y; \
    if (x == y) return y; \
    if (x == 0) return y > 0 ? S(from_bits)(1) : -S(from_bits)(1); \
    return S(from_bits)((x < y) == (x > 0) ? S(bits_of)(x) + 1 : S(bits_of)(x) - 1); \
} \
static F S(scaled)(F x, int n) { \
    if (n > BIAS) { x *= S(power)(BIAS); n -= BIAS; } \
    if (n > BIAS) { x *= S(power)(BIAS); n -= BIAS; } \
    if (n < 1 - BIAS) { x *= S(power)(2 + FRACTION - BIAS); n += BIAS - 2 - FRACTION; } \
    if (n < 1 - BIAS) { x *= S(power)(2 + FRACTION - BIAS); n += BIAS - 2 - FRACTION; } \
    return x * S(power)(n > BIAS ? BIAS : n < 1 - BIAS ? 1 - BIAS : n); \
} \
M F S(scalbn)(F x, int n) { return S(scaled)(x, n); } \
M F S(ldexp)(F x, int n) { return S(scaled)(x, n); } \
static F S(parts)(F x, int *n) { \
    int small = x != 0 && S(field)(x) == 0; \
    if (small) x *= S(power)(FRACTION + 1); \
    *n = 0; \
    if (x == 0 || S(field)(x) == ONES) return x; \
    *n = S(field)(x) - BIAS + 1 - (small ? FRACTION + 1 : 0); \
    return S(from_bits)((S(bits_of)(x) & ~((U)ONES << FRACTION)) | (U)(BIAS - 1) << FRACTION); \
} \
M F S(frexp)(F x, int *n) { return S(parts)(x, n); } \
static int S(exponent)(F x) { \
    int n; \
    if (x == 0 || x != x) return -2147483647 - 1; \
    if (S(field)(x) == ONES) return 2147483647; \
    S(parts)(x, &n); \
    return n - 1; \
} \
M int S(ilogb)(F x) { return S(exponent)(x); } \
M F S(logb)(F x) { return x == 0 ? -1 / (x * x) : S(field)(x) == ONES ? x * x : (F)S(exponent)(x); } \
static F S(nan_unless_finite)(F x) { return x - x; } \
static F S(between)(F low, F high) { F y = S(any)(); if (!(y >= low && y <= high)) __builtin_unreachable(); return y; } \
M F S(sin)(F x) { return x - x == 0 ? S(between)(-1, 1) : S(nan_unless_finite)(x); } \
M F S(cos)(F x) { return x - x == 0 ? S(between)(-1, 1) : S(nan_unless_finite)(x); } \
M F S(tanh)(F x) { return x != x ? x : S(between)(-1, 1); } \
M F S(exp)(F x) { return x != x ? x : S(between)(0, (F)__builtin_inf()); } \
)

const char models_math_text[] =
    "#define M __attribute__((weak))\nfloat anyf(void) __asm__(\"" MARK_ANY "float\");\ndouble any(void) __asm__(\"" MARK_ANY "double\");\n"
    "#define F double\n#define U unsigned long long\n#define SUFFIX\n#define FRACTION 52\n#define ONES 2047\n#define BIAS 1023\n"
    EXACT
    "\n#undef F\n#undef U\n#undef SUFFIX\n#undef FRACTION\n#undef ONES\n#undef BIAS\n"
    "#define F float\n#define U unsigned\n#define SUFFIX f\n#define FRACTION 23\n#define ONES 255\n#define BIAS 127\n"
    EXACT
    "\n"
    TEXT(
M double modf(double x, double *whole) { *whole = __builtin_trunc(x); return __builtin_copysign(x == *whole ? 0 : x - *whole, x); }
M float modff(float x, float *whole) { *whole = __builtin_truncf(x); return __builtin_copysignf(x == *whole ? 0 : x - *whole, x); }
M double creal(double _Complex z) { return __real__ z; }
M double cimag(double _Complex z) { return __imag__ z; }
M double _Complex conj(double _Complex z) { return ~z; }
M float crealf(float _Complex z) { return __real__ z; }
M float cimagf(float _Complex z) { return __imag__ z; }
M float _Complex conjf(float _Complex z) { return ~z; }
    );
/* clang-format on */

const char *const models_math_names[] = {
    "nextafter", "scalbn", "ldexp", "frexp", "ilogb",      "logb",    "sin",    "cos",    "tanh",   "exp",
    "modf",      "creal",  "cimag", "conj",  "nextafterf", "scalbnf", "ldexpf", "frexpf", "ilogbf", "logbf",
    "sinf",      "cosf",   "tanhf", "expf",  "modff",      "crealf",  "cimagf", "conjf",  NULL};
