// expect: UNKNOWN
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void) {
    int x = __VERIFIER_nondet_int();
    CHECK(x % -1 == 0 && x > -2147483647 - 1); /* gcc does not divide here: no trap */
}
