// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    _Bool b = __VERIFIER_nondet_bool();
    CHECK(b == 0 || b == 1);
    CHECK(__VERIFIER_nondet_uchar() <= 255);
    short s = __VERIFIER_nondet_short();
    CHECK(s >= -32768 && s <= 32767);
    unsigned long l = __VERIFIER_nondet_ulong();
    CHECK((unsigned char)l == l % 256);
}
