// expect: UNKNOWN
#include <stdlib.h>
#include <assert.h>
int nondet_int(void); size_t nondet_size_t(void);
int main(void) {
    int x, local[4];
    size_t n = nondet_size_t();
    char *p = malloc(n), *q = nondet_int() ? (char *)&x : p;
    static const int table[3] = {1, 2, 3};
    if (!p) return 0;
    assert(__CPROVER_r_ok(p, n) && __CPROVER_w_ok(p, n) && !__CPROVER_r_ok(p, n + 1));
    assert(__CPROVER_OBJECT_SIZE(p) == n && __CPROVER_OBJECT_SIZE(local + 2) == 16);
    assert(__CPROVER_POINTER_OFFSET(local + 2) == 8);
    assert(__CPROVER_same_object(local, local + 3) && !__CPROVER_same_object(&x, p));
    assert(__CPROVER_DYNAMIC_OBJECT(p) && !__CPROVER_DYNAMIC_OBJECT(local));
    assert(!__CPROVER_r_ok((char *)0, 1) && !__CPROVER_r_ok((char *)0, 0));
    assert(__CPROVER_r_ok(table, 12) && !__CPROVER_w_ok(table, 12));
    assert(__CPROVER_POINTER_OBJECT(p) != __CPROVER_POINTER_OBJECT(local));
    assert(q == p || __CPROVER_OBJECT_SIZE(q) == 4);
    if (n > 3) assert(__CPROVER_r_ok(p + 1, n - 1) && !__CPROVER_r_ok(p + 1, n));
    free(p);
    assert(__CPROVER_r_ok(p, 1));
    return 0;
}
