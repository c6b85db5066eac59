/* Sums arguments of every kind; the first is added once more, through a copy of the list. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#include <stdarg.h>
struct pair { int a, b; };
struct large { long v[5]; };
static double sum(const char *kinds, ...) {
    va_list list, again;
    double s = 0;
    va_start(list, kinds);
    va_copy(again, list);
    for (; *kinds; kinds++) {
        if (*kinds == 'i') s += va_arg(list, int);
        else if (*kinds == 'l') s += (double)va_arg(list, long long);
        else if (*kinds == 'd') s += va_arg(list, double);
        else if (*kinds == 'p') s += *va_arg(list, int *);
        else if (*kinds == 's') s += va_arg(list, struct pair).b;
        else s += (double)va_arg(list, struct large).v[3];
    }
    s += va_arg(again, int);
    va_end(again);
    va_end(list);
    return s;
}
