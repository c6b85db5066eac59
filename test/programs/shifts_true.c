// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n < 32);
    CHECK((x << n) >> n <= x);
    CHECK((-8 >> 1) == -4 && (unsigned)-8 >> 28 == 15);
    long long l = 1;
    CHECK(l << 40 == 1099511627776LL);
}
