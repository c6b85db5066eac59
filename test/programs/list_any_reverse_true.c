// expect: TRUE [options: --rules=sv-comp --32 --engine=cells]
/* A list of any length is reversed in place and freed; its nodes keep what they hold. */
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};
int main(void) {
    struct node *head = 0, *back = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n) return 0;
        n->value = 1;
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *next = head->next;
        head->next = back;
        back = head;
        head = next;
    }
    while (back) {
        if (back->value != 1) reach_error();
        struct node *next = back->next;
        free(back);
        back = next;
    }
}
