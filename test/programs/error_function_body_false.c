// expect: FALSE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
void abort(void);
void reach_error(void) { abort(); }
int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); }
