// expect: TRUE [options: --engine=unwind]
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// Eight loops that input ends early, one after the other: by depth, the end stands in 40 depths.
static int total;

static void read_some(int most) {
    for (int i = 0; i < most && __VERIFIER_nondet_int(); i++) total += 1 + (__VERIFIER_nondet_int() == 7);
}

int main(void) {
    read_some(2);
    read_some(3);
    read_some(4);
    read_some(2);
    read_some(3);
    read_some(4);
    read_some(2);
    read_some(3);
    assert(total <= 46);
    return 0;
}
