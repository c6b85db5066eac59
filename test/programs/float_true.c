// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
extern float __VERIFIER_nondet_float(void);
int main(void) {
    float f = __VERIFIER_nondet_float();
    if (f >= 1.0f && f <= 2.0f) CHECK(f + 1.0f > f);
    CHECK((int)2.9f == 2 && (int)-2.9 == -2 && 0.1 + 0.2 != 0.3);
    CHECK(f == f || !(f < 0) && !(f >= 0));
}
