// expect: UNKNOWN
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
static int sum(int n, ...) {
    __builtin_va_list l;
    int s = 0;
    __builtin_va_start(l, n);
    while (n-- > 0) s += __builtin_va_arg(l, int);
    __builtin_va_end(l);
    return s;
}
int main(void) { CHECK(sum(2, 3, 4) == 7); }
