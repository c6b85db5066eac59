# A verdict that rests on clang's order of evaluation says so, and one that does not does not.
cat > counts.c <<'C'
#include <assert.h>
static int n, g = 1;
static int next(void) { return ++n; }
static int set(void) { g = 5; return 1; }
int main(void) {
    assert(next() - next() == -1);
    int x = g + set(); /* 2 or 6 */
    assert(x < 10);
    return 0;
}
C
"$EDGEWISE" --check=assert counts.c > out
grep -q "Assuming evaluation-order: .*counts.c:6.*counts.c:7" out
code=0
"$EDGEWISE" --check=assert --strict counts.c > out || code=$?
test "$code" = 5
grep -q evaluation-order out
cat > pure.c <<'C'
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static int square(int x) { return x * x; }
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
    int a = 3, b = square(a) + square(a + 1), c = square(1) + (a > 2 ? square(1) : square(9));
    assert(b == 25 && c == 2 && fib(5) == 5);
    assert(strlen("ab") + strlen("c") == 3);
    int d = __VERIFIER_nondet_int() % 10 - __VERIFIER_nondet_int() % 10;
    assert(d < 19);
    return square(a) && square(b);
}
C
"$EDGEWISE" --check=assert pure.c > out
grep -q TRUE out
! grep -q evaluation-order out
