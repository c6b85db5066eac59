// expect: FALSE
#include <assert.h>
int nondet_int(void);
struct pair { int a, b; };
int main(void) {
    struct pair p = {1, 2};
    int t[3] = {4, 5, 6}, u[3] = {7, 7, 7};
    int *z = __CPROVER_allocate(8, 1);
    assert(z && z[0] == 0 && z[1] == 0);
    __CPROVER_havoc_slice(&p.b, sizeof p.b);
    assert(p.b == 2);
    __CPROVER_array_set(t, 9);
    assert(t[0] == 9 && t[1] == 9 && t[2] == 9);
    __CPROVER_array_copy(u, t);
    assert(u[2] == 9);
    return 0;
}
