// expect: TRUE [options: --replace=both]
// Each call has objects of its own, also in a loop, and numbers of earlier calls do not count.
#include <assert.h>
#include <stddef.h>
void both(char *p, char *q)
__CPROVER_requires(__CPROVER_is_fresh(p, 2) && __CPROVER_is_fresh(q, 2))
__CPROVER_assigns(*p);
int nondet_int(void);
int main(void) {
    char text[8] = {0}, other[2] = {1, 2};
    while (nondet_int()) {
        both(text, other);
        both(other, text + 6);
        assert(text[1] == 0 && other[1] == 2);
    }
    return 0;
}
