// expect: FALSE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct s { unsigned a : 3; int b : 5; };
int main(void) {
    struct s s = {0};
    s.a = __VERIFIER_nondet_int();
    CHECK(s.a < 7);
}
