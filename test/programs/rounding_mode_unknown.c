// expect: UNKNOWN
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int fesetround(int);
int main(void) {
    volatile double one = 1, three = 3;
    double near = one / three;
    fesetround(0x800);
    CHECK(near == one / three);
}
