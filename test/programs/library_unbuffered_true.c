// expect: TRUE
#include <stdio.h>
extern void reach_error(void);
static int x = 3;
int main(void) {
    setvbuf(stdout, NULL, _IONBF, 0);
    setbuf(stdin, NULL);
    if (x != 3) reach_error();
    return 0;
}
