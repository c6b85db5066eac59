// expect: FALSE [options: --check=memory]
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 100, low = 0, high = n;
    int *a = calloc(n, sizeof *a), x = (int)__VERIFIER_nondet_uint();
    while (a && low <= high) {
        unsigned middle = low + (high - low) / 2;
        if (a[middle] < x) low = middle + 1;
        else if (middle == 0) break;
        else high = middle - 1;
    }
    free(a);
}
