// expect: TRUE [options: --rules=sv-comp]
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
void unknown(int *);
int global;
int main(void) {
    int x = 3;
    unknown(&x);
    CHECK(x == 3 && global == 0); /* the rules of SV-COMP; the output says so */
}
