// expect: FALSE
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    if (rand() == 57) reach_error(); /* any number up to RAND_MAX is possible */
    return 0;
}
