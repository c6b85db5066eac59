// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void) {
    int x = 2147483647;
    x++;
    CHECK(x < 0);
    unsigned char c = 255;
    c++;
    CHECK(c == 0);
    signed char s = (signed char)200;
    CHECK(s == -56);
}
