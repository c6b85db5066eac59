// expect: TRUE [options: --enforce=put]
// Arguments that may be null, one only if the other is: each combination that the contract allows.
#include <stddef.h>
int put(int *to, int *count, int x)
__CPROVER_requires(count == NULL || __CPROVER_is_fresh(count, sizeof(*count)))
__CPROVER_requires(count == NULL ? to == NULL : __CPROVER_is_fresh(to, sizeof(*to)))
__CPROVER_assigns(to != NULL: *to)
__CPROVER_ensures((__CPROVER_return_value == 0) == (to == NULL))
__CPROVER_ensures((__CPROVER_return_value == 0) == (count == NULL))
{
    if (!to) return 0;
    *to = x;
    return 1;
}
