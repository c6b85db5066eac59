// expect: FALSE [options: --accept-unconfirmed]
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void) {
    volatile int *status = (volatile int *)0x40000000;
    int first = *status, second = *status;
    CHECK(first == second);
}
