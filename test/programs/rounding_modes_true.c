// expect: TRUE
/* Conversions and rounding to integers in every mode; a mode that does not exist changes nothing. */
#include <assert.h>
#include <fenv.h>
#include <math.h>
static float narrow(int mode, double x) {
    fesetround(mode);
    float result = (float)x;
    fesetround(FE_TONEAREST);
    return result;
}
static float whole(int mode, int x) {
    fesetround(mode);
    float result = x;
    fesetround(FE_TONEAREST);
    return result;
}
int main(void) {
    double third = 0x1.5555555555555p-2, huge = 1e300, tiny = 1e-60;
    assert(narrow(FE_UPWARD, third) == 0x1.555556p-2f && narrow(FE_DOWNWARD, third) == 0x1.555554p-2f);
    assert(narrow(FE_UPWARD, -third) == -0x1.555554p-2f && narrow(FE_TOWARDZERO, -third) == -0x1.555554p-2f);
    assert(isinf(narrow(FE_UPWARD, huge)) && narrow(FE_DOWNWARD, huge) == 0x1.fffffep+127f);
    assert(narrow(FE_UPWARD, tiny) == 0x1p-149f && narrow(FE_TOWARDZERO, tiny) == 0);
    assert(whole(FE_UPWARD, 33554433) == 33554436 && whole(FE_DOWNWARD, -33554433) == -33554436);
    double half = 2.5;
    fesetround(FE_UPWARD);
    assert(fesetround(5) != 0 && fegetround() == FE_UPWARD);
    assert(rint(half) == 3 && lrint(-half) == -2 && nearbyintf(0.25f) == 1 && llrintl(0.25L) == 1);
    fesetround(FE_TOWARDZERO);
    assert(rint(half) == 2 && lrint(-half) == -2);
    return 0;
}
