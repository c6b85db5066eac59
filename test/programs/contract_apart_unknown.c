// expect: UNKNOWN [options: --replace=both]
// Two arguments that must lead to objects of their own lead to one, at different places.
#include <stddef.h>
void both(char *p, char *q)
__CPROVER_requires(__CPROVER_is_fresh(p, 2) && __CPROVER_is_fresh(q, 2))
__CPROVER_assigns(*p);
int main(void) {
    char text[8] = {0};
    both(text, text + 4);
    return 0;
}
