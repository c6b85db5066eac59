// expect: TRUE
#include <complex.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a < 0 || a > 3) return 0;
    double complex z = a + 2 * I;
    z = z * z + 1;
    if (creal(z) != a * a - 3 || cimag(z) != 4 * a) reach_error();
    float complex y = conjf(a + 1.0f * I);
    if (crealf(y) != a || cimagf(y) != -1) reach_error();
    return 0;
}
