// expect: FALSE
/* The address of a block that was freed may be that of the next one. */
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    char *p = malloc(4);
    if (!p) return 0;
    uintptr_t old = (uintptr_t)p;
    free(p);
    char *q = malloc(4);
    if ((uintptr_t)q == old) reach_error();
    return 0;
}
