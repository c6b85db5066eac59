/* Arbitrary values are inserted in order; the list is sorted in the end. */
#include "list.h"
int main(void) {
    struct node *head = 0;
    for (int i = 0; i < N; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n) return 0;
        n->value = __VERIFIER_nondet_int();
        struct node **at = &head;
        while (*at && (*at)->value < n->value) at = &(*at)->next;
        n->next = *at;
        *at = n;
    }
    for (struct node *n = head; n && n->next; n = n->next) CHECK(n->value <= n->next->value);
}
