// expect: FALSE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int scanf(const char *, ...);
int main(void) {
    int x = 3;
    scanf("%d", &x);
    CHECK(x == 3);
}
