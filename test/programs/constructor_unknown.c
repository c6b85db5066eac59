// expect: UNKNOWN
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
static int x;
__attribute__((constructor)) static void before(void) { x = 1; }
int main(void) { CHECK(x == 0); }
