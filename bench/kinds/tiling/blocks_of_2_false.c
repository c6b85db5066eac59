// expect: FALSE
#include "../kinds.h"
int main(void) {
    int count = __VERIFIER_nondet_int();
    assume(count > 1);
    int least = 2, i;
    int a[count];
    assume(count % 2 == 0);
    for (i = 1; i <= count / 2; i++) {
        if (2 >= least) a[i * 2 - 2] = 2;
        else a[i * 2 - 2] = 0;
        if (1 >= least) a[i * 2 - 1] = 1;
        else a[i * 2 - 1] = 0;
    }
    for (i = 0; i < count; i++) check(a[i] > least || a[i] == 0);
    return 0;
}
