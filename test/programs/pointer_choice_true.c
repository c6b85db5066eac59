// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct node { int v; struct node *next; };
int main(void) {
    struct node a = {1, 0}, b = {2, &a}, *p = __VERIFIER_nondet_int() ? &a : &b;
    p->v += 10;
    CHECK(a.v + b.v == 13);
    if (p->next) CHECK(p == &b && p->next->v == 1);
}
