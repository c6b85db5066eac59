// expect: TRUE
// The contract is a product, and holds for one sign of an argument only.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int times(int n, int m) {
    if (m < 0) return times(n, -m);
    if (m == 0) return 0;
    return n + times(n, m - 1);
}

int main(void) {
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (m < 0 || n < 0) return 0;
    if (times(m, n) != times(n, m)) reach_error();
    return 0;
}
