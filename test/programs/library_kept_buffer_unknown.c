// expect: UNKNOWN
/* Characters go into the buffer after setvbuf has returned. */
#include <stdio.h>
extern void reach_error(void);
static char buffer[64];
int main(void) {
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    putchar('x');
    if (buffer[0] == 'x') reach_error();
    return 0;
}
