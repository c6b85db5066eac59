// expect: FALSE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
extern float __VERIFIER_nondet_float(void);
int main(void) {
    float f = __VERIFIER_nondet_float();
    CHECK(f == f);
}
