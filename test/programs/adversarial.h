/* What gcc and clang compute, on values that are not known at translation: TESTS(T) has each function with its value. The
   program that expects TRUE fails at any that is wrong; the one that expects FALSE reaches its error only if all are right. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static int in(int k) { /* numbers that a compiler cannot fold */
    static const int numbers[] = {5, 2, 3, 2147483647, 200, 65535, 35, 4, 0};
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x == numbers[k]);
    return x;
}

#define RIGHT(NAME, VALUE) +(test_##NAME() == (VALUE))
#define ONE(NAME, VALUE) +1
#define FAIL_IF_WRONG(NAME, VALUE) if (test_##NAME() != (VALUE)) reach_error();
