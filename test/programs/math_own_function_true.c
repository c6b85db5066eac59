// expect: TRUE
/* The program's own frexp is none of the library's business. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int ilogb(double);
double frexp(double x, int *n) { *n = 77; return x; }
int main(void) {
    int n;
    double x = __VERIFIER_nondet_int() ? 3.0 : 0.25;
    if (ilogb(x) != (x > 1 ? 1 : -2) || frexp(x, &n) != x || n != 77) reach_error();
    return 0;
}
