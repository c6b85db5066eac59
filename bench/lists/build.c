/* All nodes hold what was put into each. */
#include "list.h"
int main(void) {
    struct node *head = 0;
    for (int i = 0; i < N; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n) return 0;
        n->value = 1;
        n->next = head;
        head = n;
    }
    for (struct node *n = head; n; n = n->next) CHECK(n->value == 1);
}
