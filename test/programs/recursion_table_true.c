// expect: TRUE
// Two calls of itself: a table of the results up to 40 proves itself, row by row. Unfolding would take a billion calls.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int lucas(int n) {
    if (n <= 0) return 2;
    if (n == 1) return 1;
    return lucas(n - 1) + lucas(n - 2);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 10 || n > 40) return 0;
    int r = lucas(n);
    if (r < 120 || r < n) reach_error();
    return 0;
}
