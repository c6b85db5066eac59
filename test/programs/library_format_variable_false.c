// expect: FALSE
/* The format is not constant, another argument is. */
#include <stdio.h>
extern void reach_error(void);
static char format[] = "%s%n";
int main(void) {
    int n = 0;
    printf(format, "abc", &n);
    if (n == 3) reach_error();
    return 0;
}
