// expect: FALSE [options: --accept-unconfirmed]
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
extern int level; /* defined elsewhere: any value */
extern struct node { int v; struct node *next; } *list;
int main(void) {
    CHECK(level == 0 || list->v != list->next->v);
}
