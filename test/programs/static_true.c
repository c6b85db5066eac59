// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
static int next(void) { static int n = 41; return ++n; }
int zero;
int main(void) {
    int a = next(), b = next();
    CHECK(a == 42 && b == 43 && zero == 0);
}
