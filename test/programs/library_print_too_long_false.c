// expect: FALSE [options: --check=memory]
#include <stdio.h>
int main(void) {
    char b[6];
    sprintf(b, "%d", 123456); /* and its end */
    return b[0];
}
