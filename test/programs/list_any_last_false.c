// expect: FALSE
/* The last node of a list of any length is no different in length 1. */
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};
int main(void) {
    struct node *head = 0, *last = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n) return 0;
        n->value = 1;
        n->next = head;
        if (!head) last = n;
        head = n;
    }
    if (last) last->value = 2;
    for (struct node *n = head; n; n = n->next)
        if (n->value != 1 && n == head) reach_error();
}
