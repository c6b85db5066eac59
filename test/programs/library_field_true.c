// expect: TRUE
/* fgets writes as many bytes as it is told, and the pointer beside them stays. */
#include <stdio.h>
extern void reach_error(void);
struct node {
    struct node *next;
    char name[8];
    int count;
};
int main(void) {
    struct node tail = {0, "", 7}, head = {&tail, "", 5};
    fgets(head.name, sizeof head.name, stdin);
    if (head.next != &tail || head.count != 5 || head.next->count != 7) reach_error();
    return 0;
}
