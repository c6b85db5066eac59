# Functions as entries: all of them, preconditions that are found, structures by depth, global variables.
. "$ROOT/test/cli/lib.sh"
cat >each.c <<'END'
static int first(const int *x) { return *x; }
int share(int a, int b) { return b ? a / 2 : first(&a); }
static unsigned low(unsigned char c) { return c & 15u; }
int main(void) { return (int)low(3) + share(1, 2); }
END
expect 10 '^first needs: __CPROVER_r_ok\(x, sizeof\(\*\(x\)\)\)$' "$EDGEWISE" --each-function --jobs=1 --timeout=30 each.c
grep -q '^share: proved$' out
grep -q '^low: proved$' out
grep -q '^3 proved, 1 need a precondition, 0 fail, 0 undecided, 0 not supported$' out

# what was found is a contract that is proved
expect 10 '__CPROVER_requires\(__CPROVER_r_ok\(x, sizeof\(\*\(x\)\)\)\)' "$EDGEWISE" --suggest --entry=first --jobs=1 --timeout=30 each.c
sed 's/static int first(const int \*x)/int first(const int *x) __CPROVER_requires(__CPROVER_r_ok(x, sizeof(*(x))))/' each.c >contract.c
expect 0 'TRUE' "$EDGEWISE" --enforce=first --jobs=1 contract.c
expect 1 'no file defines a function nobody' "$EDGEWISE" --suggest --entry=nobody each.c

# the assumption is one on the ledger, and in C
expect 0 'Assuming entry-assumed: .*\(a != 0\)' "$EDGEWISE" --entry=share '--assume=a != 0' --jobs=1 each.c
expect 1 "undeclared identifier 'y'" "$EDGEWISE" --entry=first '--assume=y != 0' each.c
expect 1 'needs an --entry with parameters' "$EDGEWISE" '--assume=1' each.c

# an invariant as a clause
cat >loop.c <<'END'
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint(), i = 0, x = 0;
    while (i < n) {
        i++;
        x += 2;
        if (x > 100) x = 0;
    }
    assert(x <= 100);
    return 0;
}
END
expect 0 '__CPROVER_loop_invariant\(x <= 100\)' "$EDGEWISE" --check=assert --suggest --jobs=1 loop.c

# pointers in structures
cat >depth.c <<'END'
#include <assert.h>
typedef struct node { int value; struct node *next; } node_t;
int second(const node_t *x) {
    if (!x || !x->next) return 0;
    if (x->next->value == 7) assert(x->value != 5);
    return x->next->value;
}
END
expect 10 'assert: x->value != 5' "$EDGEWISE" --entry=second --entry-depth=1 --jobs=1 depth.c

# global variables at the time of the call
cat >global.c <<'END'
#include <assert.h>
static int mode = 1;
int step(int x) { assert(mode == 1); return x; }
int keep(int x)
__CPROVER_assigns(mode)
__CPROVER_ensures(mode == 1)
{ return x; }
END
expect 0 'Assuming initial-globals: .*\(mode\)' "$EDGEWISE" --check=assert --entry=step --jobs=1 global.c
expect 5 'assert: mode == 1' "$EDGEWISE" --check=assert --entry=step --globals=any --jobs=1 global.c
expect 5 'global.c:6: assert' "$EDGEWISE" --check=assert --enforce=keep --jobs=1 global.c
expect 0 'TRUE' "$EDGEWISE" --check=assert --enforce=keep --globals=initial --jobs=1 global.c
