// expect: FALSE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int printf(const char *, ...);
int main(void) {
    int n = 0;
    printf("hello%n", &n);
    CHECK(n == 0);
}
