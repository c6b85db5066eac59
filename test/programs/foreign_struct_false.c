// expect: FALSE [options: --accept-unconfirmed]
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct pair { int a, b; };
struct pair *get(void);
int main(void) {
    struct pair *p = get();
    CHECK(p->a == p->b);
}
