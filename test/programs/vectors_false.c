// expect: FALSE
#include <assert.h>
typedef unsigned char v8 __attribute__((vector_size(8)));
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    v8 a = {1, 2, 3, 4, 5, 6, 7, __VERIFIER_nondet_uchar()};
    a = a * 2;
    assert(a[7] != 14);
    return 0;
}
