// expect: TRUE [options: --32 --engine=cells]
/* Swapped from both ends: an element is where it was, or where its mirror image was, depending on how far both ends have come. */
#include <assert.h>
enum { N = 100000 };
extern int a[N];
int before[N];
int main(void) {
    for (int i = 0; i < N; i++) before[i] = a[i];
    for (int i = 0; i < N / 2; i++) {
        int t = a[i];
        a[i] = a[N - 1 - i];
        a[N - 1 - i] = t;
    }
    for (int i = 0; i < N; i++) assert(a[i] == before[N - 1 - i]);
}
