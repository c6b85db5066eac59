// expect: TRUE [options: --enforce=down --replace=down]
// Its own calls rely on the contract that it is held to.
void down(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof(*p)) && 0 <= *p && *p <= 1000)
__CPROVER_assigns(*p)
__CPROVER_ensures(*p == 0)
{
    if (*p == 0) return;
    *p = *p - 1;
    down(p);
}
