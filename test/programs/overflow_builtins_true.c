// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void) {
    int a = __VERIFIER_nondet_int(), r;
    if (__builtin_add_overflow(a, 1, &r)) CHECK(a == 2147483647);
    else CHECK(r == a + 1);
    CHECK(__builtin_mul_overflow(65536, 65536, &r) && r == 0);
    CHECK(__builtin_popcount(0xf0f0) == 8 && __builtin_clz(1) == 31 && __builtin_ctz(8) == 3);
    CHECK(__builtin_bswap32(0x01020304) == 0x04030201);
}
