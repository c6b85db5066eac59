// expect: TRUE [options: --rules=sv-comp --32 --engine=cells]
/* A list of any length: all nodes hold what was put into each. */
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};
int main(void) {
    struct node *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n) return 0;
        n->value = 1;
        n->next = head;
        head = n;
    }
    for (struct node *n = head; n; n = n->next)
        if (n->value != 1) reach_error();
}
