// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
double floor(double), ceil(double), trunc(double), round(double), rint(double), fabs(double), sqrt(double), fmod(double, double);
int main(void) {
    CHECK(floor(-2.5) == -3 && ceil(-2.5) == -2 && trunc(-2.7) == -2 && round(2.5) == 3 && round(-2.5) == -3 && rint(2.5) == 2);
    CHECK(fabs(-1.5) == 1.5 && sqrt(9) == 3 && fmod(7.5, 2) == 1.5 && fmod(-7.5, 2) == -1.5);
    CHECK(round(0.49999999999999994) == 0 && floor(2251799813685249.5) == 2251799813685249.0);
}
