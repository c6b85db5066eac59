// expect: FALSE [options: --enforce=put]
// Both arguments are null together, never one alone: the failure needs both.
#include <stddef.h>
int put(int *to, int *count, int x)
__CPROVER_requires(count == NULL || __CPROVER_is_fresh(count, sizeof(*count)))
__CPROVER_requires(count == NULL ? to == NULL : __CPROVER_is_fresh(to, sizeof(*to)))
__CPROVER_assigns(to != NULL: *to)
__CPROVER_ensures(__CPROVER_return_value == 1)
{
    if (!to && !count) return 0;
    if (to) *to = x;
    return 1;
}
