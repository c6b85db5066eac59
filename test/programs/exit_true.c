// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
void exit(int);
void abort(void);
int main(void) {
    if (__VERIFIER_nondet_int()) exit(1);
    if (__VERIFIER_nondet_int()) abort();
    if (__VERIFIER_nondet_int()) __builtin_trap();
    exit(0);
    reach_error();
}
