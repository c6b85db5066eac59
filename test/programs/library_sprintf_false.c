// expect: FALSE [options: --check=memory]
/* AddressSanitizer shows that the number is longer than its buffer. */
#include <stdio.h>
int main(void) {
    char b[4];
    sprintf(b, "%f", 1.5);
    return b[0];
}
