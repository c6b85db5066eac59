// expect: FALSE
#define _XOPEN_SOURCE 700
#include <unistd.h>
extern void reach_error(void);
int main(void) {
    char from[2] = {1, 2}, to[2] = {0, 0};
    swab(from, to, 2);
    if (to[0] == 2) reach_error();
    return 0;
}
