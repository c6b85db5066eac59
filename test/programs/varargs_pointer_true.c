// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#include <stdarg.h>
static int first(int n, ...) {
    va_list l;
    va_start(l, n);
    int v = va_arg(l, int);
    va_end(l);
    return n * v;
}
static int second(int n, ...) { return n; }
int main(void) {
    int (*f)(int, ...) = __VERIFIER_nondet_int() ? first : second;
    int v = f(4, 5);
    CHECK(v == 20 || v == 4);
}
