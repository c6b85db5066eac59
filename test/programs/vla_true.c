// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n > 2 && n < 10);
    int a[n];
    a[n - 1] = 4;
    a[0] = 1;
    CHECK(a[n - 1] == 4 && sizeof a == n * 4);
}
