// expect: FALSE
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    short n = 7;
    printf("100%%n %d\n", n);
    printf("abc%hn\n", &n);
    if (n == 3) reach_error();
    return 0;
}
