// expect: TRUE
// No depth of unfolding is enough: a contract of the function is (the result is 91 up to 101, and x - 10 beyond).
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int f(int x) {
    if (x > 100) return x - 10;
    return f(f(x + 11));
}

int main(void) {
    int x = __VERIFIER_nondet_int(), r = f(x);
    if (!(r == 91 || (x > 101 && r == x - 10))) reach_error();
    return 0;
}
