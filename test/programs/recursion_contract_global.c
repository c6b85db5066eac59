// expect: FALSE
// The result depends on a global variable that changes: its value before the call is an argument of the contract.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int limit = 2;

static int capped(int x) {
    if (x <= 0) return 0;
    int r = capped(x - 1) + 1;
    return r > limit ? limit : r;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    limit = 3;
    if (x < 8 && capped(x) > 2) reach_error();
    return 0;
}
