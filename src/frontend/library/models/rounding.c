/* The rounding mode, for programs that set it: what it is, and the operations that depend on it and
 * are expressed by exact ones. All others are cut while the mode is not to nearest
 * (library/rounding.c). The numbers of the modes are those of <fenv.h> on x86. */
#include "frontend/library/models/any.h"

void edgewise_rounding_cut(const char *reason) __asm__("__edgewise_cut");
enum { NEAREST = 0, DOWN = 0x400, UP = 0x800, ZERO = 0xc00 };
static int edgewise_mode;

M int fesetround(int mode) {
    if (mode != NEAREST && mode != DOWN && mode != UP && mode != ZERO) return 1;
    edgewise_mode = mode;
    return 0;
}
M int fegetround(void) { return edgewise_mode; }
M void edgewise_rounding_nearest(void) {
    if (edgewise_mode) edgewise_rounding_cut("arithmetic in a rounding mode other than to nearest");
}
M double edgewise_rounding_rint(double x) {
    return edgewise_mode == DOWN   ? __builtin_floor(x)
           : edgewise_mode == UP   ? __builtin_ceil(x)
           : edgewise_mode == ZERO ? __builtin_trunc(x)
                                   : __builtin_roundeven(x);
}
M float edgewise_rounding_rintf(float x) {
    return edgewise_mode == DOWN   ? __builtin_floorf(x)
           : edgewise_mode == UP   ? __builtin_ceilf(x)
           : edgewise_mode == ZERO ? __builtin_truncf(x)
                                   : __builtin_roundevenf(x);
}
M long double edgewise_rounding_rintl(long double x) {
    return edgewise_mode == DOWN   ? __builtin_floorl(x)
           : edgewise_mode == UP   ? __builtin_ceill(x)
           : edgewise_mode == ZERO ? __builtin_truncl(x)
                                   : __builtin_roundevenl(x);
}
/* The nearest float is the wrong one of the two that x lies between if it is on the wrong side of
 * x. Its neighbour above is the next number of its bits if it is positive; there is none above
 * infinity, and the smallest subnormal is next to zero. */
M float edgewise_rounding_narrow(double x) {
    union {
        float f;
        unsigned bits;
    } near = {(float)x};
    int low = (double)near.f<x, high = (double)near.f> x;
    if (edgewise_mode == UP || (edgewise_mode == ZERO && x < 0))
        near.bits += low ? (near.f < 0 ? -1u : 1u) : 0;
    else if (edgewise_mode) near.bits += high ? (near.f > 0 ? -1u : 1u) : 0;
    return near.f;
}
