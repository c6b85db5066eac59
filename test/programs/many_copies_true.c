// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
static int n;
static void f0(void) { n++; }
#define TEN(f, g) static void f(void) { g(); g(); g(); g(); g(); g(); g(); g(); g(); g(); }
TEN(f1, f0) TEN(f2, f1) TEN(f3, f2) TEN(f4, f3) TEN(f5, f4) TEN(f6, f5) TEN(f7, f6)
int main(void) {
    if (__VERIFIER_nondet_int() && n != 0) f7();
    CHECK(n == 0);
}
