// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
union u { unsigned w; unsigned char b[4]; unsigned short h[2]; };
int main(void) {
    union u u;
    u.w = __VERIFIER_nondet_uint();
    CHECK(u.b[0] == (u.w & 255) && u.h[1] == u.w >> 16);
    u.b[3] = 0;
    CHECK(u.w < 0x1000000);
}
