// expect: FALSE
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    char text[8];
    int n = 0;
    snprintf(text, sizeof text, "abc%n", &n);
    if (n == 3) reach_error();
    return 0;
}
