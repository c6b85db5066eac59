// expect: FALSE [options: --accept-unconfirmed]
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
extern volatile int ticks;
int main(void) {
    int first = ticks, second = ticks;
    CHECK(first == second);
}
