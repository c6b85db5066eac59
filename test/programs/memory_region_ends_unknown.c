// expect: UNKNOWN options: --32
/* 4 GiB in all, but never more than 256 MiB at a time: not reachable only for lack of room in our own regions. */
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    for (int i = 0; i < 16; i++) free(malloc(256u << 20));
    reach_error();
    return 0;
}
