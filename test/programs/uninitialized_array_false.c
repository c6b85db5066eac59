// expect: FALSE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void) {
    int a[100];
    unsigned i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 100);
    CHECK(a[i] == 0);
}
