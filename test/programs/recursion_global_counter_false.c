// expect: FALSE
// The counter is off by one for odd arguments only.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int visited;

static void walk(int n) {
    if (n <= 0) return;
    visited++;
    walk(n - 2);
    visited++;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000) return 0;
    walk(n);
    if (visited != n) reach_error();
    return 0;
}
