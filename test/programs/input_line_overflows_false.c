// expect: FALSE [options: --check=bounds]
/* The compiled run gets the line of the counterexample. */
#include <stdio.h>
#include <string.h>
int main(void) {
    char small[8], line[32];
    if (!fgets(line, sizeof line, stdin)) return 1;
    strcpy(small, line);
    return small[0];
}
