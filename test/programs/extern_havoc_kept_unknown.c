// expect: UNKNOWN
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
void keep(int *);
void later(void);
int main(void) {
    static int x = 1;
    keep(&x);
    x = 2;
    later(); /* may use what keep was given */
    CHECK(x == 2);
}
