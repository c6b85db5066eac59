// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
static int deepest(int n, int *above) {
    int here = n;
    if (above) *above += n;
    if (n > 0) deepest(n - 1, &here);
    return here;
}
int main(void) { CHECK(deepest(3, 0) == 3 + 2); }
