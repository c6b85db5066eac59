// expect: UNKNOWN [options: --replace=next]
// The caller breaks what the contract requires.
#include <assert.h>
#include <stddef.h>
static void next(size_t *at, size_t most)
__CPROVER_requires(__CPROVER_is_fresh(at, sizeof(*at)) && *at < most)
__CPROVER_assigns(*at)
__CPROVER_ensures(*at == __CPROVER_old(*at) + 1)
{
    *at = most + 7;
}
size_t nondet_size_t(void);
int main(void) {
    size_t i = 0, n = nondet_size_t(), other = 5;
    while (i <= n) next(&i, n);
    assert(i == n && other == 5);
    return 0;
}
