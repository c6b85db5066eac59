// expect: TRUE [options: --engine=cells]
/* The error asks a flag and no element: facts about all elements serve by their instances where the flag is set. */
#include <assert.h>
enum { N = 100000 };
extern int a[N];
int positive[N];
int main(void) {
    int agree = 1;
    for (int i = 0; i < N; i++) positive[i] = a[i] > 0;
    for (int i = 0; i < N; i++) {
        if (a[i] > 0 && !positive[i]) agree = 0;
        if (a[i] <= 0 && positive[i]) agree = 0;
    }
    assert(agree);
}
