// expect: UNKNOWN
/* A pointer from a file could be any address. */
#include <unistd.h>
extern void reach_error(void);
int main(void) {
    static int x, y;
    int *p = &x;
    read(0, &p, sizeof p);
    *p = 1;
    if (y) reach_error();
    return 0;
}
