/* What the list programs share; N is their length. All of them hold for every N. */
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define CHECK(c)                                                                                             \
    do {                                                                                                     \
        if (!(c)) reach_error();                                                                             \
    } while (0)
struct node {
    int value;
    struct node *next;
};
