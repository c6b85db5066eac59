// expect: FALSE
#include "../kinds.h"
int main(void) {
    int count = __VERIFIER_nondet_int();
    assume(count > 1);
    int least = 2, i;
    int a[count];
    int low = 2, high = 10;
    for (i = 0; i < count; i++) a[i] = 0;
    for (i = count - 2; i >= 0; i--) {
        if (i >= low) a[i] = i - low;
        else a[i] = high;
    }
    for (i = 0; i < count; i++) check(i < low ? a[i] == high : a[i] == i - low);
    return 0;
}
