// expect: TRUE [options: --engine=cells]
/* A pass that swaps nothing has seen that each element is at most the next: a flag, carried by way of a second variable, and pairs of
 * neighbours. */
#include <assert.h>
enum { N = 50000 };
extern int key[N];
int main(void) {
    int again = 1;
    while (again) {
        again = 0;
        for (int i = 1; i < N; i++)
            if (key[i - 1] > key[i]) {
                int t = key[i];
                key[i] = key[i - 1];
                key[i - 1] = t;
                again = 1;
            }
    }
    for (int i = 1; i < N; i++) assert(key[i - 1] <= key[i]);
}
