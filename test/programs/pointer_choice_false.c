// expect: FALSE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void) {
    int a = 1, b = 2, *p = __VERIFIER_nondet_int() > 5 ? &a : &b;
    *p = 7;
    CHECK(a == 1);
}
