// expect: FALSE [options: --enforce=reset --accept-unconfirmed]
// *b is not among what may be assigned.
void reset(int *a, int *b)
__CPROVER_requires(__CPROVER_is_fresh(a, sizeof(*a)) && __CPROVER_is_fresh(b, sizeof(*b)))
__CPROVER_assigns(*a)
{
    *a = 0;
    *b = 0;
}
