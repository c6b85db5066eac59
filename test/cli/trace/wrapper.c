extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
    }
}
static int twice(int n) { return n + n; }
int main(void) {
    int n = __VERIFIER_nondet_int();
    int unused = n * 7;
    if (n < 0 || n > 1000) return unused;
    int m = twice(n);
    __VERIFIER_assert(m != 14 && n >= 0);
    return 0;
}
