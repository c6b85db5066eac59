// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void) {
    long double x = 1.0L, y = x / 3;
    CHECK((double)(y * 3) == 1.0 && y > 0.333L && y < 0.334L);
    CHECK((long long)(x * 5) == 5);
}
