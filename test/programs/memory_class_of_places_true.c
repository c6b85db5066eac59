// expect: TRUE
/* Blocks of two places with one size, of two types, behind one pointer: casts, container_of, copies of
 * structs, interior pointers, blocks that stay apart. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair {
    int x, y;
};
struct halves {
    unsigned short half[4];
};
static void check(int holds) {
    if (!holds) reach_error();
}
int main(void) {
    struct halves *h = malloc(sizeof *h);
    struct pair *last = 0, *before = 0;
    if (!h) return 0;
    for (int i = 0; i < 3; i++) {
        before = last;
        last = malloc(sizeof *last);
        if (!last) return 0;
        last->x = i;
        last->y = 0x10002;
    }
    void *some = __VERIFIER_nondet_int() ? (void *)h : (void *)last;
    ((struct pair *)some)->x = 0x30004; /* either of them */
    if (some == h) {
        check(h->half[0] == 4 && h->half[1] == 3 && last->x == 2);
        memcpy(h, last, sizeof *h);
        check(h->half[0] == 2 && h->half[2] == 2 && h->half[3] == 1);
    } else {
        int *inner = &last->y;
        struct pair *around = (struct pair *)((char *)inner - offsetof(struct pair, y));
        check(around == last && around->x == 0x30004);
        h->half[2] = 9;
        check(last->y == 0x10002);
    }
    check(before->x == 1 && before->y == 0x10002);
    check((void *)h != (void *)last && last != before);
}
