#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), s = 0;
    if (n < 0 || n > 1000) return 0;
    for (int i = 0; i < n; i++) {
        s += 2;
        for (int k = 0; k < 3; k++) {
            if (s < 0) s = 0;
        }
    }
    assert(s >= 0 && s <= 2000);
    return 0;
}
