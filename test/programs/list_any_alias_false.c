// expect: FALSE
/* All nodes but one hold 1: the one that an interior pointer, made into another type, has changed. */
#include <stddef.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};
int main(void) {
    struct node *head = 0, **link = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n) return 0;
        n->value = 1;
        n->next = head;
        head = n;
        if (__VERIFIER_nondet_int()) link = &n->next;
    }
    if (link) *(int *)((char *)link - offsetof(struct node, next)) = 2;
    for (struct node *n = head; n; n = n->next)
        if (n->value != 1) reach_error();
}
