// expect: FALSE [options: --rules=sv-comp --check=assert --abstraction=always]
/* What decides about the error: a result by way of a conditional expression, an element of an array at
 * any index, what a switch falls through to, memset, and a loop that is left in its middle. */
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void message(int n);
static int table[4];
static struct {
    int a, b;
} filled;
static int choose(int x, int y) { return x > 3 && y != 2 ? x : y + 1; }
static int search(int wanted) {
    int i = 0;
    while (1) {
        message(i);
        if (table[i & 3] == wanted) break;
        if (++i == 4) return -1;
    }
    return i;
}
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = 0;
    memset(&filled, 0xff, sizeof filled);
    table[x & 3] = choose(x, y);
    switch (search(17)) {
    case 2: z++; /* falls through */
    case 1: z += 2; break;
    default: message(z);
    }
    if (z == 3 && x == 18 && y == 16 && filled.b == -1) message(1);
    if (z == 3 && filled.b == -1 && table[2] == 17 && y == 16) reach_error();
    return 0;
}
