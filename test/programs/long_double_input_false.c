// expect: FALSE
/* The harness hands over all 80 bits. */
extern long double __VERIFIER_nondet_longdouble(void);
extern void reach_error(void);
int main(void) {
    long double a = __VERIFIER_nondet_longdouble(), b = __VERIFIER_nondet_longdouble();
    if (a < -3.5L && a > -3.6L && b > 0 && b < 1e-4940L) reach_error();
    return 0;
}
