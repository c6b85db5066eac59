// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Unbounded recursion, but a loop at heart: n + m stays. */
static int sum(int n, int m) { return n <= 0 ? n + m : sum(n - 1, m + 1); }
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (sum(a, b) != a + b) reach_error();
    return 0;
}
