// expect: FALSE
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    void *p;
    if (posix_memalign(&p, 24, 8) == 22) reach_error();
    return 0;
}
