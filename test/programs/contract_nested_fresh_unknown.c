// expect: UNKNOWN [options: --enforce=f]
// is_fresh of what is no parameter is given up on by name: taken for false it would prove everything.
struct s { int *p; };
void f(struct s *x)
__CPROVER_requires(__CPROVER_is_fresh(x, sizeof(*x)))
__CPROVER_requires(__CPROVER_is_fresh(x->p, sizeof(int)))
__CPROVER_ensures(0)
{
}
