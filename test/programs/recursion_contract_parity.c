// expect: TRUE
// The result tells whether the argument is odd; no bound does.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int is_even(int n);
static int is_odd(int n) {
    if (n == 0) return 0;
    if (n == 1) return 1;
    return is_even(n - 1);
}
static int is_even(int n) {
    if (n == 0) return 1;
    if (n == 1) return 0;
    return is_odd(n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n >= 0 && is_odd(n) != n % 2) reach_error();
    return 0;
}
