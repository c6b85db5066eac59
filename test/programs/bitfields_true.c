// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct s { unsigned a : 3; int b : 5; unsigned c : 24; };
int main(void) {
    struct s s = {0};
    int n = __VERIFIER_nondet_int();
    s.a = n;
    s.b = -3;
    s.c = 0xabcdef;
    CHECK(s.a == (n & 7) && s.b == -3 && s.c == 0xabcdef);
    s.b = 15;
    s.b++;
    CHECK(s.b == -16 && s.a == (n & 7));
}
