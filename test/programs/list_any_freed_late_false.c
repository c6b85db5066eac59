// expect: FALSE [options: --rules=sv-comp --check=memory --engine=bmc]
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
};
int main(void) {
    struct node *list = NULL, *t;
    while (__VERIFIER_nondet_int()) {
        t = malloc(sizeof *t);
        t->next = list;
        list = t;
    }
    for (; list; list = list->next) free(list);
}
