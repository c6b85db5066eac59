// expect: FALSE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int atexit(void (*)(void));
static void last(void) { reach_error(); }
int main(void) { atexit(last); }
