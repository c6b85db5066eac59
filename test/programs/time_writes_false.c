// expect: FALSE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
long time(long *);
int main(void) {
    long t = 5;
    time(&t);
    CHECK(t == 5);
}
