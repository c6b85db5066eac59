// expect: FALSE
/* A model sets errno, too. */
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    errno = 0;
    strtol("99999999999999999999999", NULL, 10);
    if (errno != 0) reach_error();
    return 0;
}
