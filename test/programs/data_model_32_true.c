// expect: TRUE [options: --32]
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { CHECK(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(long long) == 8); }
