/* A list is reversed in place; its nodes come in the order of their making, are counted and freed. */
#include "list.h"
int main(void) {
    struct node *head = 0, *back = 0;
    for (int i = 0; i < N; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n) return 0;
        n->value = i;
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *next = head->next;
        head->next = back;
        back = head;
        head = next;
    }
    int k = 0;
    while (back) {
        CHECK(back->value == k);
        k++;
        struct node *next = back->next;
        free(back);
        back = next;
    }
    CHECK(k == N);
}
