// expect: TRUE
// Two functions that call each other, and another that calls itself twice.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int down(int x);
static int up(int x) {
    if (x == 0) return 0;
    int r = down(x - 1) + 1;
    return r > 4 ? 4 : r;
}
static int down(int x) {
    if (x == 0) return 0;
    int r = up(x - 1) + 1;
    return r > 4 ? 4 : r;
}
static int tree(int n) {
    if (n <= 0) return 1;
    int a = tree(n - 1), b = tree(n - 2);
    return a < b ? a : b;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (up(n) > 4) reach_error();
    if (tree(n) > 1) reach_error();
    return 0;
}
