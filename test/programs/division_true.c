// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    __VERIFIER_assume(a > -1000 && a < 1000 && b > -10 && b < 10);
    int q = a / b, r = a % b; /* dividing by zero ends the execution */
    CHECK(b != 0);
    CHECK(-7 / 2 == -3 && -7 % 2 == -1 && 7 % -2 == 1);
    CHECK(b != 1 || (q == a && r == 0));
}
