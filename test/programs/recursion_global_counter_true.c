// expect: TRUE
// The result and a global variable that the function changes are both part of its contract.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int visited;

static int walk(int n) {
    if (n <= 0) return 0;
    visited++;
    return walk(n - 1) + 1;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000000) return 0;
    visited = 3;
    int r = walk(n);
    if (visited != r + 3) reach_error();
    return 0;
}
