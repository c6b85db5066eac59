// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
union u { float f; unsigned w; };
int main(void) {
    union u u;
    u.f = 1.0f;
    CHECK(u.w == 0x3f800000);
    u.w = 0xc0000000;
    CHECK(u.f == -2.0f);
}
