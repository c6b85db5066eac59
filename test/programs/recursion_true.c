// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
static unsigned sum(unsigned n) { return n == 0 ? 0 : n + sum(n - 1); }
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n <= 4) CHECK(sum(n) == n * (n + 1) / 2);
}
