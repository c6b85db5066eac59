// expect: FALSE
/* As array_summed_up_true, but one element is marked wrongly. */
#include <assert.h>
enum { N = 40 };
extern int a[N];
int positive[N];
int main(void) {
    int agree = 1;
    for (int i = 0; i < N; i++) positive[i] = a[i] > 0 || i == 33;
    for (int i = 0; i < N; i++) {
        if (a[i] > 0 && !positive[i]) agree = 0;
        if (a[i] <= 0 && positive[i]) agree = 0;
    }
    assert(agree);
}
