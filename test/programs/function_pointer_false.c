// expect: FALSE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
static int one(void) { return 1; }
static int two(void) { return 2; }
int main(void) {
    int (*f)(void) = __VERIFIER_nondet_int() ? one : two;
    CHECK(f() == 1);
}
