#include <assert.h>
#include <stdlib.h>
struct node {
    int key;
    struct node *next;
};
int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n) return 0;
        n->key = -i;
        n->next = head;
        head = n;
    }
    assert(head->next->key == head->key);
    return 0;
}
