// expect: FALSE
/* What fgets returns points to its argument. */
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    char line[10], *p = fgets(line, sizeof line, stdin);
    if (!p) return 0;
    line[0] = 'a';
    *p = 'b';
    if (line[0] == 'b') reach_error();
    return 0;
}
