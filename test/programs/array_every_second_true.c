// expect: TRUE [options: --engine=cells]
// A loop in steps of two over an array that another loop filled: which elements it changed is a matter of parity.
#include <assert.h>
enum { N = 100000 };
int mark[N];
int main(void) {
    for (int i = 0; i < N; i++) mark[i] = 1;
    for (int i = 0; i < N; i += 2) mark[i] = 0;
    for (int i = 0; i < N; i++) assert(mark[i] == (i & 1));
}
