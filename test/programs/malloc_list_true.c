// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
void *malloc(unsigned long);
void free(void *);
struct node { int v; struct node *next; };
int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->v = i;
        n->next = list;
        list = n;
    }
    CHECK(list->v == 2 && list->next->v == 1 && list->next->next->v == 0 && !list->next->next->next);
    free(list);
}
