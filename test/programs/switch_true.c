// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0;
    switch (x) {
    case 1: y += 1; /* falls through */
    case 2: y += 10; break;
    case -5 ... -3: y = 5; break;
    default: y = 9;
    }
    CHECK(y == (x == 1 ? 11 : x == 2 ? 10 : x >= -5 && x <= -3 ? 5 : 9));
}
