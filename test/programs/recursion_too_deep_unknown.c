// expect: UNKNOWN [options: --recursion=12]
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
static int down(int n) { return n == 0 ? 0 : 1 - down(n - 1); }
int main(void) { CHECK(down(30) == 0); }
