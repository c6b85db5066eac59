// expect: TRUE
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    char text[8];
    text[7] = 'z';
    snprintf(text, 4, "abc");
    if (text[0] != 'a' || text[7] != 'z') reach_error();
    return 0;
}
