// expect: FALSE [options: --accept-unconfirmed]
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int *get(void);
static int x;
int main(void) {
    int *p = __VERIFIER_nondet_int() ? &x : get();
    *p = 5;
    CHECK(x == 5); /* not if p leads elsewhere */
}
