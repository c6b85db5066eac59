// expect: FALSE
// What holds for the first values of the argument does not hold for all: guesses are dropped, and the error is found.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int capped(int x) {
    if (x <= 0) return 0;
    int r = capped(x - 1) + 1;
    return r > 7 ? 9 : r;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 20 && capped(x) > 7) reach_error();
    return 0;
}
