// expect: TRUE
// The argument is brought into one period, whatever it was; then a table is read between two of its points.
extern double __VERIFIER_nondet_double(void);
extern void abort(void);
extern void reach_error(void);

static const double table[10] = {0, 0.5, 0.9, 1.0, 0.9, 0.5, 0.0, -0.5, -0.9, -1.0};

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (!(x >= 0.0 && x <= 1e9)) abort();
    double p = x - 8.0 * (int)(x / 8.0);
    if (p < 0) p = 0;
    int i = p;
    if (i < 0 || i > 8) reach_error();
    double r = table[i] + (p - i) * (table[i + 1] - table[i]);
    if (!(r >= -1.1 && r <= 1.1)) reach_error();
    return 0;
}
