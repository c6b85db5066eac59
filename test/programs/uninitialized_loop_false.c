// expect: FALSE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void) {
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0) x = 5;
        else CHECK(x == 5);
    }
}
