// expect: UNKNOWN [options: --no-replay]
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int isdigit(int);
int main(void) { CHECK(isdigit('5') == 1); /* any number but 0 */ }
