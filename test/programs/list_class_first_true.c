// expect: TRUE [options: --rules=sv-comp --32 --engine=cells]
/* The first node is allocated at another place than the others; all hold 1. */
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};
int main(void) {
    struct node *first = malloc(sizeof *first), *p = first;
    if (!first) return 0;
    while (__VERIFIER_nondet_int()) {
        p->value = 1;
        p->next = malloc(sizeof *p);
        if (!p->next) return 0;
        p = p->next;
    }
    p->value = 1;
    p->next = 0;
    for (p = first; p; p = p->next)
        if (p->value != 1) reach_error();
}
