// expect: TRUE
/* What nobody else knows of is neither changed nor met by a pointer from outside. */
#include <stdlib.h>
extern void reach_error(void);
int *bar(void);
int main(void) {
    int *x = malloc(sizeof *x);
    if (!x) return 0;
    int *y = bar();
    if (!y) return 0;
    *x = 1;
    *y = 2;
    if (x == y || *x != 1 || *y != 2) reach_error();
    return 0;
}
