// expect: TRUE [options: --enforce=add]
// CBMC's clauses behind macros of the program's own.
#include <stddef.h>
#define requires __CPROVER_requires
#define fresh __CPROVER_is_fresh
int add(const char *p, size_t n, int *out)
requires(fresh(p, n) & fresh(out, sizeof(*out)))
__CPROVER_assigns(*out)
__CPROVER_ensures(__CPROVER_return_value == (n > 0))
__CPROVER_ensures(*out == __CPROVER_old(*out) + 1)
{
    *out += 1;
    return n > 0;
}
