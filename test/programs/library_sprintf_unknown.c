// expect: UNKNOWN [options: --check=memory]
/* Nothing says how long the number is. */
#include <stdio.h>
int main(void) {
    char b[400];
    sprintf(b, "%f", 1.5);
    return b[0];
}
