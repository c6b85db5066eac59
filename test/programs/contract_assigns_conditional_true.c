// expect: TRUE [options: --enforce=set]
// *b may be assigned only where a is null.
void set(int *a, int *b)
__CPROVER_requires((!a || __CPROVER_is_fresh(a, sizeof(*a))) && __CPROVER_is_fresh(b, sizeof(*b)))
__CPROVER_assigns(a != 0: *a; a == 0: *b)
{
    if (a) *a = 1;
    else *b = 1;
}
